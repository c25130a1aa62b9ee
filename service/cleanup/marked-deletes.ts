import {wordsOf} from '../inference/word-form.ts';

/** An endpoint that writes, as its document has it. */
export type WritingEndpoint = {method: string; path: string; summary: string | null};

/** A field that every record has, to say when it was deleted: it is for those that are kept. */
const deletedField = /"(?:deleted|discarded|trashed|removed)_?(?:at|on)"\s*:/i;

/** Whether the records that a creator answers have such a field. @param shape of its answer, as JSON */
export const saysWhenDeleted = (shape: string | null): boolean => shape !== null && deletedField.test(shape);

export const keptByField = 'marked deleted, still stored: its records have a field that says when they were deleted';

/** `Soft-delete a student`, `Move to the trash`, `Marks the file as deleted`. */
const saysMarked = /\bsoft[- ]?delet|\b(?:in)?to (?:the )?(?:trash|recycle bin|bin)\b|\bmarks?\b.{0,40}\bas deleted\b/i;

const bringsBack = new Set(['restore', 'undelete', 'recover', 'untrash', 'revive', 'undestroy']);

/**
 * DELETEs after which a record is kept and only hidden, as far as the API says so: by their own words, or because another
 * call brings back what was deleted. Nothing that can be read shows it: the record is answered 404 all the same.
 *
 * @returns by the template of the DELETE, what is to be said of its records
 */
export function markedDeletes(endpoints: readonly WritingEndpoint[]): ReadonlyMap<string, string> {
	const notes = new Map<string, string>();
	for (const {method, path, summary} of endpoints) {
		if (method !== 'DELETE') continue;
		const back = endpoints.find(one => /^(?:POST|PUT|PATCH)$/.test(one.method) && isBackOf(path, one.path));
		if (back) notes.set(path, `marked deleted, still stored: ${back.method} ${back.path} brings it back`);
		else if (saysMarked.test(summary ?? ''))
			notes.set(path, `marked deleted, still stored: the API calls it "${(summary ?? '').trim().slice(0, 80)}"`);
	}
	return notes;
}

/** Whether an action directly below the path of a record brings it back: `/students/{id}/restore` of `/students/{id}`. */
function isBackOf(path: string, below: string): boolean {
	const front = path.replace(/(?<!\/)\/+$/, '');
	if (!below.startsWith(`${front}/`)) return false;
	const segment = below.slice(front.length + 1).replace(/(?<!\/)\/+$/, '');
	return !/[/{}]/.test(segment) && bringsBack.has(wordsOf(segment)[0] ?? '');
}
