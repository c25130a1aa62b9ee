import {type Draft, type Family, one} from '../draft.ts';
import {emptyTarget} from '../names.ts';
import {byForms, type Match, pattern} from '../pattern.ts';
import {placeScopes} from '../scopes.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';
import {countOf} from '../words.ts';

/** What people call keys, and what Playwright calls them. */
const keyNames: Record<string, string> = {
	enter: 'Enter',
	return: 'Enter',
	tab: 'Tab',
	escape: 'Escape',
	esc: 'Escape',
	space: 'Space',
	spacebar: 'Space',
	'space bar': 'Space',
	backspace: 'Backspace',
	delete: 'Delete',
	del: 'Delete',
	insert: 'Insert',
	home: 'Home',
	end: 'End',
	pageup: 'PageUp',
	'page up': 'PageUp',
	pagedown: 'PageDown',
	'page down': 'PageDown',
	up: 'ArrowUp',
	down: 'ArrowDown',
	left: 'ArrowLeft',
	right: 'ArrowRight',
	'arrow up': 'ArrowUp',
	'arrow down': 'ArrowDown',
	'arrow left': 'ArrowLeft',
	'arrow right': 'ArrowRight',
	arrowup: 'ArrowUp',
	arrowdown: 'ArrowDown',
	arrowleft: 'ArrowLeft',
	arrowright: 'ArrowRight',
	'up arrow': 'ArrowUp',
	'down arrow': 'ArrowDown',
	'left arrow': 'ArrowLeft',
	'right arrow': 'ArrowRight',
};
const modifiers: Record<string, string> = {
	ctrl: 'Control',
	control: 'Control',
	cmd: 'Meta',
	command: 'Meta',
	meta: 'Meta',
	win: 'Meta',
	alt: 'Alt',
	option: 'Alt',
	shift: 'Shift',
};

/** Whether it is held while another key is pressed. */
export const isModifier = (text: string): boolean => modifiers[text.toLowerCase()] !== undefined;

/** `Ctrl+A`, `page down`, `F5` → what Playwright calls it; a letter is typed small unless Shift is held. Null: no key. */
export function keyOf(text: string): string | null {
	const names = text
		.replace(/ ?\+ ?/g, '+')
		.replace(/\+\+$/, '+plus')
		.split('+')
		.map(name => name.trim());
	const last = names.pop()!;
	const held = names.map(name => modifiers[name.toLowerCase()]);
	if (held.some(name => name === undefined)) return null;
	const lower = last.toLowerCase();
	const key =
		keyNames[lower] ??
		modifiers[lower] ??
		(lower === 'plus' && held.length > 0 ? '+' : undefined) ??
		(/^f(?:[1-9]|1[0-2])$/.test(lower)
			? lower.toUpperCase()
			: held.length > 0 && /^[\p{L}\p{N}/.,;:\-=\\[\]]$/u.test(last)
				? last.toLowerCase()
				: null);
	return key === undefined || key === null ? null : [...held, key].join('+');
}

const verbs = '(press|hit|strike|push|use|type|tap|send)';
const forms: ReadonlyArray<readonly [ReturnType<typeof pattern>, (match: Match) => Draft[]]> = (
	[
		`${verbs} {key} (in|inside|on|within|into) {place}`,
		`${verbs} {key}`,
		`${verbs} {key} (key|button on the keyboard|on the keyboard|on keyboard|keys)`,
		`${verbs} [the] key {key}`,
		`${verbs} [the] keys {key}`,
		`${verbs} {key} key (in|inside|on|within) {place}`,
		`${verbs} {key} {count} times`,
		`${verbs} {key} key {count} times`,
		`${verbs} {key} (twice|once)`,
		`${verbs} {key} key (twice|once)`,
		`${verbs} {key} (to|in order to) {purpose}`,
		`${verbs} {key} key (to|in order to) {purpose}`,
	] as const
).map(text => [pattern(text), match => pressed(match)] as const);

/** "press Enter, hit Ctrl+A, press Tab twice, press Escape in the dialog". */
export const keys: Family = tokens => {
	const times = tokens.some(({lower}) => lower === 'twice') ? 2 : 1;
	// A quoted caption and a name before `button` are controls, not keys.
	if (tokens.at(-1)?.lower === 'button') return [];
	if (isTyped(tokens)) return [];
	const saysKey = tokens.some(({lower}) => /^(?:key|keys|keyboard)$/.test(lower));
	return byForms(forms, tokens)
		.filter(draft => !(saysKey && isClick(draft)))
		.filter((_, at, all) => at === 0 || isClick(all[0]!))
		.slice(0, 2)
		.map(draft => repeat(draft, times));
};

const isClick = (draft: Draft): boolean => 'parts' in draft && draft.parts[0]?.op === 'click';

/** `Type DELETE to confirm` asks for the word; who means the key presses it, or says that it is one. */
const isTyped = (tokens: readonly Token[]): boolean =>
	/^types?$/.test(tokens[0]?.lower ?? '') &&
	/^(?:delete|del|insert|home|end|space|up|down|left|right|option|command|control)$/.test(tokens[1]?.lower ?? '') &&
	!tokens.some(({lower}) => lower === 'key' || lower === 'keys');

function repeat(draft: Draft, times: number): Draft {
	if (times === 1 || !('parts' in draft)) return draft;
	return {...draft, parts: draft.parts.map(part => (part.op === 'press' ? {...part, times} : part))};
}

function pressed({key, place, count}: Match): Draft[] {
	const named = withoutArticle(key!);
	if (named.some(({kind}) => kind === 'quoted' || kind === 'variable')) return [];
	const name = keyOf(textOf(named));
	if (name === null) return [];
	const times = count ? countOf(count[0]) : 1;
	if (times === null || (count && count.length !== 1) || times < 1 || times > 100) return [];
	if (!place) return [one({op: 'press', key: name, times, target: null})];
	return [
		...(times === 1 ? captioned(named, place) : []),
		...targetsOf(place).map(target => one({op: 'press', key: name, times, target})),
	];
}

/** `Press Delete in the row of Bob`: what a key and a button of a row or a dialog are both called. The page tells. */
function captioned(named: readonly Token[], place: readonly Token[]): Draft[] {
	if (named.length !== 1 || !/^(?:delete|insert|home|end|return)$/.test(named[0]!.lower)) return [];
	return placeScopes('in', place)
		.filter(scopes =>
			scopes.some(
				({kind, ...scope}) =>
					kind.startsWith('row') ||
					(kind === 'area' && 'role' in scope && scope.role !== null && scope.role !== 'field'),
			),
		)
		.map(scopes => one({op: 'click', target: {...emptyTarget(), phrase: named[0]!.text, scopes}}));
}

const withoutArticle = (tokens: readonly Token[]): readonly Token[] =>
	tokens[0]?.lower === 'the' || tokens[0]?.lower === 'a' ? tokens.slice(1) : tokens;
