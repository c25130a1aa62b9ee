import type {SkillName} from '../../contract/agent-skill.ts';
import {bodyHash, findMarker, type Marker, markerLine} from './marker.ts';
import {skills} from './targets.ts';

/**
 * The part of a file of the user that belongs to svc. Contents are byte strings (latin1): every byte before and after
 * the section is kept, whatever its encoding and line ends are.
 */

const begin = '<!-- BEGIN SVC AGENT SECTION (svc agent install codex) -->';
const end = '<!-- END SVC AGENT SECTION -->';
/** A sentinel alone on its line; trailing blanks are allowed. */
const lineWith = (sentinel: string) =>
	new RegExp(`(?<=^|\\n)${sentinel.replace(/[()]/g, '\\$&')}[ \\t\\r]*(?=\\n|$)`, 'g');

/** Bytes of a file as a string of one character per byte. */
type ByteString = string;
export const toByteString = (bytes: Uint8Array): ByteString => Buffer.from(bytes).toString('latin1');
export const fromByteString = (text: ByteString): Buffer => Buffer.from(text, 'latin1');
const encoded = (text: string): ByteString => toByteString(Buffer.from(text));

type Section =
	| {kind: 'none'}
	/** Sentinels that are not one pair in order. */
	| {kind: 'corrupt'}
	/** `from` is the first byte of BEGIN, `to` the one after END; `inner` the lines between, as text. */
	| {kind: 'found'; from: number; to: number; inner: string};

/** Looks for the section in a file. */
export function findSection(content: ByteString): Section {
	const begins = [...content.matchAll(lineWith(begin))];
	const ends = [...content.matchAll(lineWith(end))];
	const [first, last] = [begins[0], ends[0]];
	if (!first && !last) return {kind: 'none'};
	if (!first || !last || begins.length > 1 || ends.length > 1 || last.index < first.index) return {kind: 'corrupt'};
	return {
		kind: 'found',
		from: first.index,
		to: last.index + end.length,
		inner: fromByteString(content.slice(first.index + first[0].length + 1, last.index)).toString('utf8'),
	};
}

/** Text of the named skills, merged. */
export const sectionBody = (names: readonly SkillName[]): string =>
	names.map(name => skills[name].sectionText).join('\n\n');

/** What stands between the sentinels. */
const sectionInner = (marker: string, names: readonly SkillName[]): string => `${marker}\n\n${sectionBody(names)}\n`;

/** State of a section that was found; its own marker decides which skills it is compared with. */
export function sectionState(inner: string): {marker: Marker | null; state: 'unmarked' | 'stale' | 'modified' | 'ok'} {
	const marker = findMarker(inner);
	if (!marker) return {marker, state: 'unmarked'};
	if (marker.hash !== bodyHash(sectionBody(marker.names))) return {marker, state: 'stale'};
	return {marker, state: inner === sectionInner(marker.line, marker.names) ? 'ok' : 'modified'};
}

/**
 * The file with the section of these skills in it: replaced in place, or appended after one blank line.
 * @param section what `findSection` found in `content`; not a corrupt one
 */
export function withSection(
	content: ByteString,
	section: Exclude<Section, {kind: 'corrupt'}>,
	names: readonly SkillName[],
	version: string,
): ByteString {
	const inner = sectionInner(markerLine(names, version, sectionBody(names)), names);
	const written = encoded(`${begin}\n${inner}${end}`);
	if (section.kind === 'found') return content.slice(0, section.from) + written + content.slice(section.to);
	return `${content}${blankLineAfter(content)}${written}\n`;
}

/** What has to follow a text so that one blank line separates it from the next. */
function blankLineAfter(content: ByteString): ByteString {
	if (content === '' || /\n\r?\n$/.test(content)) return '';
	return content.endsWith('\n') ? '\n' : '\n\n';
}
