import type {FoundRecord} from './find-records.ts';
import {scalarsOf} from './json-value.ts';
import {kindOf, plainName} from './word-form.ts';

/** Texts this long that are no numbers do not occur by chance. */
const specificLength = 8;
const isSpecific = (text: string) => text.length >= specificLength && !/^\d+$/.test(text);

/**
 * Names the records that each record belongs to: "a record whose create request, path or body carried another record's
 * handle is its child". A short number counts only where the path or the name of the field says what it is the id of.
 *
 * @param records in the order of their creation
 */
export function linkParents(records: readonly FoundRecord[]): FoundRecord[] {
	const byHandle = new Map<string, FoundRecord[]>();
	return records.map(record => {
		const parents = new Set<string>();
		for (const {text, about} of mentionsIn(record))
			for (const other of byHandle.get(text) ?? []) {
				const kind = kindOf(other.family);
				if (other.call.id !== record.call.id && (isSpecific(text) || about === kind)) parents.add(other.key);
			}
		if (record.handle !== null) byHandle.set(record.handle, [...(byHandle.get(record.handle) ?? []), record]);
		return {...record, parents: [...parents]};
	});
}

/** Values of the creating request, each with the kind of record that its place speaks of. */
function* mentionsIn({call}: FoundRecord): Generator<{text: string; about: string}> {
	for (const [place, segment] of call.segments.entries())
		yield {text: segment, about: kindOf(call.segments[place - 1] ?? '')};
	for (const {key, text} of scalarsOf(call.request)) {
		const stem = key.replace(/[_-]?(?:ids?|uuids?|slugs?|keys?)$/i, '');
		// `parent: 7` and `parent_id: 7` speak of the record's own kind.
		yield {text, about: plainName(stem) === 'parent' ? kindOf(call.segments.at(-1) ?? '') : kindOf(stem)};
	}
}
