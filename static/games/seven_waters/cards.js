/* The pack as the wire writes it: rank and suit ("QH", "TC"), jokers "X1" and "X2". Pure. */

export const RANKS = "A23456789TJQK";
export const SUITS = "SHDC";
export const HAND_MOST = 7;
export const JOKER_MOST = 10;

/** @param {string} card */
export const isJoker = (card) => card[0] === "X";

/** The place of a rank in the run A..K, from 0. @param {string} card */
export const number = (card) => RANKS.indexOf(card[0] ?? "");

/** What a card counts in a slide; a joker in a rope line counts 10. @param {string} card */
export const value = (card) => (isJoker(card) ? JOKER_MOST : Math.min(JOKER_MOST, number(card) + 1));

/** @param {readonly string[]} cards */
export const sum = (cards) => cards.reduce((all, card) => all + value(card), 0);

/** The natural cards and the jokers among some cards. @param {readonly string[]} cards */
export const split = (cards) => ({ naturals: cards.filter((card) => !isJoker(card)), jokers: cards.filter(isJoker) });

/** As a river writes it: "X1=7" is the joker X1. @param {string} written */
export const bare = (written) => written.slice(0, 2);

/** The place in the run of a card of a river, "6C" or "X1=7". @param {string} written */
export const stands = (written) => (isJoker(written) ? RANKS.indexOf(written[3] ?? "") : number(written));

/** What a rank is as people write it: "10" for T. @param {string} rank */
export const sign = (rank) => (rank === "T" ? "10" : rank);
