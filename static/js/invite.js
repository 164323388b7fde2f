/* The invitation: the code to say, the link, the QR code. */

import { part, say, set } from "./dom.js";
import { canShare, copy, share } from "./share.js";
import { at } from "./site.js";
import { t } from "./text.js";

/** @typedef {import("./seats.js").Room} Room */

/** The link to this page's room, as friends can open it: at the server itself `localhost` would lead nobody here. */
export function roomLink() {
  return (document.body.dataset.friends || location.origin) + at(`/r/${document.body.dataset.code}`);
}

/**
 * @param {HTMLElement} root
 * @param {() => Room} room as it is now
 */
export function wireInvite(root, room) {
  const link = /** @type {HTMLInputElement} */ (part(root, "link"));
  const code = document.body.dataset.code ?? "";
  link.value = roomLink();
  link.addEventListener("focus", () => link.select());
  part(root, "copy").addEventListener("click", () => void copy(link.value, t("invite.copied")));

  const sharing = part(root, "share");
  sharing.hidden = !canShare;
  sharing.addEventListener("click", () => {
    const game = t(`game.${room().game}`);
    void share({ url: link.value, title: t("brand"), text: t("invite.share.text", { game }), copied: t("invite.copied") });
  });

  part(root, "qr").setAttribute("src", at(`/api/rooms/${code}/qr.svg`));
  const show = part(root, "qr-show");
  show.addEventListener("click", () => {
    const open = part(root, "invite").classList.toggle("with-qr");
    set(show, "aria-expanded", String(open));
  });
}

/**
 * @param {HTMLElement} root
 * @param {Room} room
 */
export function renderInvite(root, room) {
  part(root, "say-box").hidden = !room.say;
  say(part(root, "say"), room.say ? `${room.say.slice(0, 3)} ${room.say.slice(3)}` : "");
  say(part(root, "spell"), [...(room.say ?? "")].join(" "));
}
