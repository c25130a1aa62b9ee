import type {CallId} from '../../contract/ids.ts';
import {handleText, isObject} from '../inference/json-value.ts';
import {fitTemplate, segmentsOf, templateOf} from '../inference/path-template.ts';
import {kindOf, plainName, singular, wordsOf} from '../inference/word-form.ts';
import {pathOfRecord} from './absence.ts';
import type {FoundRecord} from './found-record.ts';
import {pushTo} from '../domain/push-to.ts';

/** Texts this long that are no numbers do not occur by chance. */
const specificLength = 8;
const isSpecific = (text: string) => text.length >= specificLength && !/^\d+$/.test(text);

/**
 * Names the records that each record belongs to: "a record whose create request, path or body carried another record's
 * handle is its child". What lies below the address of another record is its child however short the handle is, and so
 * is what names every part of a composite key. Anywhere else a short handle counts only where the path or the name of
 * the field says what it is the id of.
 *
 * @param records in the order of their creation
 */
export function linkParents(records: readonly FoundRecord[]): FoundRecord[] {
	const byHandle = new Map<string, FoundRecord[]>();
	const byAddress = new Map<string, string[]>();
	const composites: Array<{key: string; callId: CallId; parts: ReadonlyArray<[name: string, value: string]>}> = [];
	return records.map(record => {
		const parents = new Set<string>();
		const add = (key: string) => {
			if (key !== record.key) parents.add(key);
		};
		for (const path of pathsOf(record))
			for (let length = path.length - 1; length > 0; length--)
				for (const key of byAddress.get(addressKey(record.call.origin, path.slice(0, length))) ?? []) add(key);
		const mentions = [...mentionsIn(record)];
		for (const {text, about} of mentions) {
			for (const other of byHandle.get(text) ?? [])
				if (other.call.id !== record.call.id && (isSpecific(text) || speaksOf(about, kindOf(other.family))))
					add(other.key);
			// A link: `{"board": "/boards/b1"}`.
			if (text.includes('/'))
				for (const key of byAddress.get(addressKey(record.call.origin, linkedPath(text))) ?? []) add(key);
		}
		for (const {key, callId, parts} of composites)
			if (callId !== record.call.id && parts.every(part => mentions.some(({name, text}) => isPart(part, name, text))))
				add(key);
		if (record.handle !== null) pushTo(byHandle, record.handle, record);
		for (const address of addressesOf(record)) {
			const key = addressKey(record.call.origin, address);
			pushTo(byAddress, key, record.key);
		}
		const parts = keyParts(record);
		if (parts.length > 1) composites.push({key: record.key, callId: record.call.id, parts});
		return {...record, parents: [...parents]};
	});
}

const addressKey = (origin: string, path: readonly string[]) => `${origin} ${JSON.stringify(path)}`;

/** Where a record may lie below another one: the path that created it and the one that deletes it. */
const pathsOf = ({call, deletion}: FoundRecord): string[][] =>
	[call.segments, deletion && pathOf(deletion.url)].filter(path => path !== null);

/** Addresses of a record itself: that of its DELETE, and its handle below the path that created it. */
function addressesOf({call, deletion, handle}: FoundRecord): string[][] {
	const own = deletion && !new URL(deletion.url).search ? [pathOfRecord(deletion.url, handle)] : [];
	if (handle === null) return own;
	const created = call.segments.at(-1) === handle ? call.segments : [...call.segments, handle];
	return own.some(path => path.join('/') === created.join('/')) ? own : [...own, created];
}

const pathOf = (url: string): string[] => segmentsOf(new URL(url).pathname);

/** The path of a link inside a body. */
const linkedPath = (text: string): string[] => {
	if (text.startsWith('/')) return segmentsOf(text.split(/[?#]/, 1)[0] ?? '');
	return URL.canParse(text) ? pathOf(text) : [];
};

/** The parameters of a record's address with their values, when it takes several of its own to name it. */
function keyParts({deletion}: FoundRecord): Array<[string, string]> {
	if (!deletion) return [];
	const {segments} = templateOf(deletion.path);
	const fit = fitTemplate(segments, pathOf(deletion.url));
	const trailing = segments.length - 1 - segments.findLastIndex(segment => !/^[{:]/.test(segment));
	return fit ? [...fit.values].slice(-trailing || fit.values.size) : [];
}

/** Whether a field carries a part of a composite key: `type` or `ruleType` for the parameter `type`. */
const isPart = ([parameter, value]: [string, string], name: string, text: string): boolean =>
	text === value && plainName(name).endsWith(plainName(parameter));

/** Whether a name such as `source_account` ends in the word for a kind of record, such as `account`. */
function speaksOf(about: string, kind: string): boolean {
	if (kind === '') return false;
	const words = wordsOf(about).map(singular);
	return kindOf(about) === kind || words.some((_, place) => words.slice(place).join('') === kind);
}

/** Values of the creating request, each with the kind of record that its place speaks of and the name it stands under. */
function* mentionsIn({call}: FoundRecord): Generator<{text: string; about: string; name: string}> {
	for (const [place, segment] of call.segments.entries()) {
		const name = call.segments[place - 1] ?? '';
		yield {text: segment, about: kindOf(name), name};
	}
	const own = kindOf(call.segments.at(-1) ?? '');
	for (const {text, name, owner} of [...fieldsOf(call.query), ...fieldsOf(call.request)]) {
		const stem = name.replace(/[_-]?(?:ids?|uuids?|slugs?|keys?|names?|codes?|refs?)$/i, '');
		// `{"board": {"id": 7}}` speaks of a board; `parent: 7` and `parent_id: 7` of the record's own kind.
		const about = stem === '' ? owner : stem;
		yield {text, about: plainName(about) === 'parent' ? own : about, name};
	}
}

/** Every text and number inside a value, with its name and the name of what it lies in. */
function* fieldsOf(
	value: unknown,
	name = '',
	owner = '',
	depth = 0,
): Generator<{text: string; name: string; owner: string}> {
	if (depth > 8) return;
	if (Array.isArray(value)) for (const item of value) yield* fieldsOf(item, name, owner, depth + 1);
	else if (isObject(value))
		for (const [key, item] of Object.entries(value)) yield* fieldsOf(item, key, name, depth + 1);
	else {
		const text = handleText(value);
		if (text !== null) yield {text, name, owner};
	}
}
