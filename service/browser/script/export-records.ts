import type {ScriptElement} from '../../../contract/script.ts';
import type {AssertionPart, Target, Value} from '../../../source/plan-language/reading.ts';
import {words} from '../page/words.ts';
import {plainAdjectives} from '../resolve/count.ts';
import {
	elementCode,
	looseCode,
	type Names,
	numberMatcher,
	patternCode,
	poll,
	textCode,
	visibleOnly,
} from './code-text.ts';
import {placeCode, targetCode} from './export-target.ts';
import {recordRoles} from './records.ts';

/** The records that a claim was read from, as they were saved; null: it is not about records, or nothing names them. */
export function recordsCode(elements: ScriptElement[], names: Names): string | null {
	const list = elements.find(({slot}) => slot === 'list');
	const members = elements.find(({slot}) => slot === 'members');
	if (members) return visibleOnly(elementCode(members, names));
	const inside = list && recordRoles[list.fingerprint.role];
	return list && inside ? `${elementCode(list, names)}.${inside}` : null;
}

/** Members of the list, table or group that was seen; without one what is called so. */
export function membersCode(target: Target, saved: ScriptElement | undefined, names: Names): string {
	const inside = recordRoles[saved?.fingerprint.role ?? ''] ?? "locator('> *')";
	return saved ? `${elementCode(saved, names)}.${inside}` : visibleOnly(targetCode(target, names));
}

/** What the record at a place of its list says, or the one with a text; null: none is meant. */
export function recordLine(
	target: Target | null,
	{text}: Value,
	records: string | null,
	names: Names,
	not: string,
): string | null {
	const record = target && records && recordCode(target, records, names);
	if (!record) return null;
	if (/VAR_/.test(text)) return `await expect(${record})${not}.toContainText(${looseCode(text, names)});`;
	// A long word may stand in another, as it may in ours.
	const isWhole = /\s/.test(text.trim()) || text.trim().length < 6;
	const source = patternCode(text).slice(1, -2);
	const pattern = isWhole ? `/(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])/iu` : `/${source}/i`;
	return poll(`await ${record}.innerText()`, `${not}.toMatch(${pattern})`);
}

function recordCode({phrase, ordinal, scopes}: Target, records: string, names: Names): string | null {
	if (ordinal !== null) return `${records}${placeCode(ordinal)}`;
	const [row] = scopes;
	if (phrase === '' && row?.kind === 'row_at' && scopes.length === 1) return `${records}${placeCode(row.ordinal)}`;
	if (phrase !== '' || row?.kind !== 'row' || scopes.length > 1) return null;
	return `${row.conditions.reduce((code, {text}) => `${code}.filter({hasText: ${textCode(text, names)}})`, records)}.first()`;
}

type Count = Extract<AssertionPart, {op: 'count'}>;

/** Members of the list, table or group that was counted; without one what is called so. */
export function countLines(part: Count, elements: ScriptElement[], names: Names, not: string): string[] {
	const saved = elements.find(({slot}) => slot === 'target');
	const records = recordsCode(elements, names);
	// The page itself says how many, in a text or on the way there: there is nothing to be counted.
	if (records === null && saved && tellsNumber.has(saved.fingerprint.role))
		return [poll(`numberIn(await ${elementCode(saved, names)}.innerText())`, matcher(part, not))];
	if (records === null && !saved && isOfNone(part))
		return [
			'// Whatever is built of plain boxes, and is no list item, row or article, is not counted here.',
			`await expect(${anyRecord(part.target)})${not}.toHaveCount(0);`,
		];
	const adjectives = saying(part.target, elements[0]);
	const {role, phrase} = part.target;
	const all = records ?? membersCode(part.target, saved, names);
	// `rows containing "Ada"`
	const found =
		role === 'row' && part.target.isQuoted && phrase !== ''
			? `${all}.filter({hasText: ${textCode(phrase, names)}})`
			: all;
	if (adjectives.length > 0) {
		const isMeant = adjectives.map(word => `/\\b${word}\\b/i.test(text)`).join(' && ');
		return [poll(`(await ${found}.allInnerTexts()).filter(text => ${isMeant}).length`, matcher(part, not))];
	}
	if (part.comparison === 'equals') return [`await expect(${found})${not}.toHaveCount(${part.number});`];
	if (part.comparison === 'differs')
		return [`await expect(${found})${not === '' ? '.not' : ''}.toHaveCount(${part.number});`];
	return [poll(`await ${found}.count()`, matcher(part, not))];
}

function matcher({comparison, number}: Count, not: string): string {
	if (comparison === 'differs') return `${not === '' ? '.not' : ''}.toBe(${number})`;
	return `${not}.${comparison === 'equals' ? 'toBe' : numberMatcher(comparison)}(${number})`;
}

const tellsNumber = new Set(['link', 'button', 'text', 'paragraph', 'status', 'heading', 'strong', 'tab']);

/** `two delivered orders`: those that say so, where their list is not called so. */
function saying({phrase, isQuoted}: Target, saved: ScriptElement | undefined): string[] {
	if (!saved || isQuoted) return [];
	const {name, heading} = saved.fingerprint;
	const called = new Set(words(`${name} ${heading ?? ''}`));
	return phrase
		.split(/\s+/)
		.slice(0, -1)
		.filter(word => /^\p{Ll}+$/u.test(word) && words(word).some(one => !called.has(one) && !plainAdjectives.has(one)));
}

/** `No lamps are left`, where there was no list of them. */
const isOfNone = ({target, comparison, number}: Count) =>
	comparison === 'equals' &&
	number === 0 &&
	target.scopes.length === 0 &&
	!target.isQuoted &&
	(target.role === null || target.role === 'item') &&
	/^\p{Ll}[\p{Ll} ]+$/u.test(target.phrase);

/** Records of any kind and what is called so; titles and the ways to other pages are none. */
function anyRecord({phrase}: Target): string {
	const kinds = [
		"getByRole('listitem')",
		"getByRole('article')",
		recordRoles['table'],
		`getByText(/^\\W*${patternCode(phrase).slice(1, -2)}\\W*$/i)`,
	];
	const [first, ...others] = kinds.map(kind => `page.${kind}`);
	const titles = 'h1, h2, h3, h4, h5, h6, [role=heading]';
	const places = `header, nav, footer, [role=banner], [role=navigation], [role=contentinfo], [role=tablist], [role=menu], ${titles}`;
	const all = `${first}${others.map(other => `.or(${other})`).join('')}`;
	return `${all}.and(page.locator(':not(:is(${places}) *, ${titles})')).filter({visible: true})`;
}
