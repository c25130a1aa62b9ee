/**
 * Whether an answer says that it is about something else than what was asked for. A service may leave an id out: then
 * nothing speaks against the answer.
 */
export const tellsAnother = (told: string | null | undefined, asked: string): boolean =>
	told !== null && told !== undefined && told !== asked;
