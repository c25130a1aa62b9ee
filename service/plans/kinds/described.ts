import {kindWord} from './names.ts';

/** Whether a description begins by saying that the value is an id. */
export const saysThatItIsAnId = (text: string): boolean =>
	/^\W*(?:the |an? )?(?:unique |primary )?(?:ids?|identifiers?|uuids?|keys?)\b/i.test(text);

/** `the unique identifier of a role`, `ID of the parent folder`, `the workflow ID`: the kinds whose ids a text speaks of. */
export function kindsDescribed(text: string): string[] {
	const said = text
		.slice(0, 300)
		.toLowerCase()
		.replace(/\]\([^)]*\)?/g, ' ')
		.replace(/[[\]`*]+|(?<!\w)_+|_+(?!\w)/g, ' ')
		.replace(/ +/g, ' ');
	const after =
		/\b(?:ids?|identifiers?|uuids?|guids?|primary keys?)\s+(?:of|for)\s+(?:an?\s|the\s|this\s)?([a-z-]+)(?:\s([a-z-]+))?/g;
	const before = /\b([a-z-]+)\s(?:ids?|identifiers?|uuids?)\b/g;
	// `the artist or the user IDs`, with the name of the API in between: `the user Spotify IDs`.
	const either = /\b([a-z-]+) or (?:an?\s|the\s)?([a-z-]+)\s(?:[a-z-]+\s)?(?:ids|identifiers|uuids)\b/g;
	// Of two words the second says what it is: the id of the parent folder.
	return [
		...[...said.matchAll(after)].flatMap(([, first, second]) => [second, first]),
		...[...said.matchAll(either), ...said.matchAll(before)].flatMap(([, first, second]) => [first, second]),
	].flatMap(one => (one === undefined ? [] : [kindWord(one)]));
}
