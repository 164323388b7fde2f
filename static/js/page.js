/* A page that was made on the server whole: only the reader's theme is theirs, and times by their clock. */

import { text } from "./text.js";
import { mendTimes } from "./when.js";

await text.load();
mendTimes();
