import type {Assert} from '../recipe.ts';
import type {Draft} from './draft.ts';
import {fString, type Template, width} from './expression.ts';

/** Writes `assert condition, message`, over several lines when it is long. */
export function writeAssert(draft: Draft, condition: string, message: Template): void {
	const space = ' '.repeat(draft.indent);
	const line = `${space}assert ${condition}, ${fString(message)}`;
	if (line.length <= width) {
		draft.lines.push(...draft.marked([line]));
		return;
	}
	const isShort = `${space}assert ${condition}, (`.length <= width;
	const lines = [
		...(isShort
			? [`${space}assert ${condition}, (`]
			: [`${space}assert (`, `${space}    ${condition}`, `${space}), (`]),
		...split(message, width - draft.indent - 4).map(part => `${space}    ${part}`),
		`${space})`,
	];
	draft.lines.push(...draft.marked(lines));
}

/** A message as string literals that Python joins, each no longer than `room`. */
function split(message: Template, room: number): string[] {
	const parts: string[] = [];
	let open: Array<Template[number]> = [];
	const words = message.flatMap(
		(item): Template => (typeof item === 'string' ? (item.match(/\S+\s*|\s+/g) ?? []) : [item]),
	);
	for (const piece of words) {
		if (open.length > 0 && fString([...open, piece]).length > room) {
			parts.push(fString(open));
			open = [];
		}
		open.push(piece);
	}
	if (open.length > 0) parts.push(fString(open));
	return parts;
}

/** What only people and the first run can know stands as a comment above its line. */
export function writeOrigin(draft: Draft, {provenance}: Pick<Assert, 'provenance'>): void {
	const {from, where} = provenance;
	if (from !== 'observed' && from !== 'user') return;
	const said = where.trim().replace(/\s+/g, ' ').replace(/[.]+$/, '');
	const sentence = from === 'observed' ? `Learned from ${said || 'the first run'}.` : `Wanted: ${said || 'by hand'}.`;
	for (const line of wrap(sentence, width - draft.indent - 2)) draft.line(`# ${line}`);
}

/** Text in lines of at most `room` columns. */
export function wrap(text: string, room: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word.slice(0, room));
	}
	return lines;
}
