// eslint-disable-next-line no-control-regex -- exactly these are removed: invisible, or able to turn the direction of a line
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Without what Postgres refuses (NUL, halves of characters) and what people cannot see. Tabs and line breaks stay. */
export const withoutControls = (text: string): string => text.replace(controls, '').toWellFormed();
