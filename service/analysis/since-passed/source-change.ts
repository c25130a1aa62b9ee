import {type ChangeObject, diffLines} from 'diff';
import {counted, differingExcerpts, excerpt} from '../excerpt.ts';

/** Lines of a source that are not as they were. */
export type SourceChange = {
	/** In order; `line` is 1-based in the present source, at a removal the line that stands there now. */
	places: ReadonlyArray<{line: number; before: string[]; after: string[]}>;
};

/** Null: nothing that Python executes has changed. Blank lines and comments change nothing. */
export function sourceChange(before: string | null, after: string | null): SourceChange | null {
	if (before === null || after === null || before === after) return null;
	const places: Array<{line: number; before: string[]; after: string[]}> = [];
	let line = 1;
	let removed: string[] = [];
	const close = (added: string[]) => {
		const place = {line, before: removed.filter(isExecuted), after: added.filter(isExecuted)};
		if (place.before.join('\n') !== place.after.join('\n')) places.push(place);
		removed = [];
	};
	for (const part of diffLines(before, after, {stripTrailingCr: true, maxEditLength: mostEdits}) ?? rewritten(after)) {
		const lines = part.value.replace(/\n$/, '').split('\n');
		if (part.removed) {
			removed = lines;
			continue;
		}
		if (part.added) close(lines);
		else if (removed.length > 0) close([]);
		line += lines.length;
	}
	if (removed.length > 0) close([]);
	return places.length === 0 ? null : {places};
}

/** Sources further apart are told as rewritten: finding the shortest way between them takes long. */
const mostEdits = 2000;
const rewritten = (after: string): Array<Pick<ChangeObject<string>, 'value' | 'added' | 'removed'>> => [
	{value: '', removed: true, added: false},
	{value: after, removed: false, added: true},
];

const isExecuted = (line: string) => !/^\s*(?:#.*)?$/.test(line);

/** The changed place that holds a line of the present source; null: the line is as it was. */
export function changeAt({places}: SourceChange, line: number | null): SourceChange['places'][number] | null {
	if (line === null) return null;
	return places.find(place => place.line <= line && line < place.line + Math.max(1, place.after.length)) ?? null;
}

/** The changed place that sets a name which a statement uses; null: none does. */
export function changeOfNames({places}: SourceChange, statement: string): SourceChange['places'][number] | null {
	const names = new Set(statement.match(/[A-Za-z_]\w*/g));
	const sets = (line: string) => names.has(/^\s*([A-Za-z_]\w*)\s*(?::[^=]{0,80})?=(?!=)/.exec(line)?.[1] ?? '');
	return places.find(({after}) => after.some(sets)) ?? null;
}

/** `"Authorization": value`, `headers["Authorization"] = value`, `auth=(user, password)`. */
const spelledValue = /["']([\w-]+)["']\]?\s*[:=]\s*([^,})\s][^,})]*)|\bauth\s*=\s*([^)]+)/gi;

/** The changed place that spells the value of a header otherwise: what is sent as a credential is masked, only the source tells. */
export function changeOfHeader({places}: SourceChange, header: string): SourceChange['places'][number] | null {
	const spelled = (lines: readonly string[]) =>
		lines.flatMap(line =>
			[...line.matchAll(spelledValue)].flatMap(([, name, value, login]) =>
				name === undefined || name.toLowerCase() === header.toLowerCase() ? (value ?? login ?? '').trim() : [],
			),
		);
	return places.find(({before, after}) => spelled(before).join('\n') !== spelled(after).join('\n')) ?? null;
}

/** What a credential is called where a source spells it. */
const credentialName = /authorization|cookie|passw(?:or)?d|secret|token|api[-_]?key|^auth$/i;
/** A credential in a header shows by the word in front of it. */
const schemeAndSecret = /^(?:Bearer|Basic|Token)\s\S/i;

/** A line of source for people, with `•••` in the place of credentials that it spells. */
function withoutSecrets(line: string): string {
	// Code and literals in turn.
	const parts = line.split(/("[^"]*"|'[^']*')/);
	let isLogin = false;
	return parts
		.map((part, at) => {
			if (at % 2 === 0) return part;
			const before = parts[at - 1]!.replace(/[fbru]$/i, '').trimEnd();
			isLogin = before.endsWith('auth=(') || (isLogin && !before.includes(')'));
			const isSecret = isLogin || credentialName.test(nameBefore(before, parts[at - 2] ?? ''));
			return isSecret || schemeAndSecret.test(part.slice(1)) ? `${part[0]}•••${part[0]}` : part;
		})
		.join('');
}

/** What a literal is the value of: `token = "…"`, `"token": "…"`, `headers["token"] = "…"`; empty: of nothing. */
function nameBefore(code: string, literal: string): string {
	if (!/[^=!<>]=$|^=$|:$/.test(code)) return '';
	const left = code.slice(0, -1).trimEnd();
	return left === '' || left === ']' ? literal.slice(1, -1) : (/(?<![\w-])[A-Za-z][\w-]*$/.exec(left)?.[0] ?? '');
}

/**
 * `line 8 was …, now …`, and how many places more have changed.
 *
 * @param shown the place to tell; the first one when absent
 */
export function changeText({places}: SourceChange, shown = places[0]!): string {
	const was = shown.before.map(one => withoutSecrets(one.trim())).join(' ');
	const is = shown.after.map(one => withoutSecrets(one.trim())).join(' ');
	const rest = places.length - 1;
	const more = rest === 0 ? '' : `, and ${counted(rest, 'other place')} changed`;
	if (was === '') return `line ${shown.line} is new: \`${excerpt(is, 100)}\`${more}`;
	if (is === '') return `\`${excerpt(was, 100)}\` is gone from line ${shown.line}${more}`;
	if (was === is) return `line ${shown.line} spells another credential: \`${excerpt(is, 100)}\`${more}`;
	const [cutWas, cutIs] = differingExcerpts(was, is);
	return `line ${shown.line} was \`${cutWas}\` and is \`${cutIs}\`${more}`;
}
