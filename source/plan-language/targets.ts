import {roleAtEnd, simpleTarget} from './names.ts';
import {matches, pattern} from './pattern.ts';
import type {Scope, Target} from './reading.ts';
import {relative, scopesAfter} from './scopes.ts';
import {type Token, textOf} from './tokens.ts';
import {areaRoles, articles, recordNouns} from './words.ts';

/**
 * Every way in which these tokens name one element: with scopes split off, and, where a preposition may belong to a name,
 * without. Empty: they name none, or words of grammar are left over.
 */
export function targetsOf(all: readonly Token[], outer: Scope[] = []): Target[] {
	const {tokens, aside} = withoutAside(all);
	const found: Target[] = [];
	const add = (target: Target | null) => {
		if (target)
			found.push({...target, scopes: [...target.scopes, ...outer], ...(aside === '' ? {} : {purpose: aside})});
	};
	const record = relative(tokens);
	if (record) return unique([{phrase: '', isQuoted: false, role: 'item', scopes: [record, ...outer], ordinal: null}]);
	const cuts = scopesAfter(tokens);
	if (!cuts.some(({isCertain}) => isCertain)) add(simpleTarget(tokens));
	for (const {head, scopes, isCertain} of cuts) {
		const target = simpleTarget(head);
		if (!target) continue;
		for (const scope of scopes) add({...target, scopes: scope});
		// Whatever follows is part of this scope.
		if (isCertain) break;
	}
	return unique(found);
}

const sides =
	/^(?:very|far|top|bottom|upper|lower|left|right|left-hand|right-hand|top-right|top-left|bottom-right|bottom-left|middle|center|centre|hand)$/;
const edges = /^(?:corner|side|edge|part|half|end|area)$/;

/**
 * Where something stands on the screen (`at the top right`), or what is said in parentheses behind a role word: it may
 * tell equals apart, and nobody is refused for it.
 */
function withoutAside(tokens: readonly Token[]): {tokens: readonly Token[]; aside: string} {
	const open = tokens.findIndex(({text, kind}) => kind === 'word' && text.startsWith('('));
	if (open > 0 && tokens.at(-1)!.text.endsWith(')') && roleAtEnd(tokens.slice(0, open)))
		return {tokens: tokens.slice(0, open), aside: textOf(tokens.slice(open)).replace(/^\(|\)$/g, '')};
	const owner = tokens.findIndex(({kind, lower}) => kind === 'word' && /^[\p{L}-]{2,}'s$/u.test(lower));
	if (
		owner >= 0 &&
		owner < 3 &&
		owner < tokens.length - 1 &&
		articles.has(tokens[0]!.lower) &&
		!ownsArea(tokens[owner]!)
	)
		return {tokens: tokens.slice(owner + 1), aside: textOf(tokens.slice(1, owner + 1)).slice(0, -2)};
	const menu = inMainMenu(tokens);
	if (menu > 0) return {tokens: tokens.slice(0, menu), aside: textOf(tokens.slice(menu))};
	const own = ofThisPage(tokens);
	if (own > 0) return {tokens: tokens.slice(0, own), aside: textOf(tokens.slice(own))};
	for (let at = 1; at < tokens.length - 1; at++) {
		if (!/^(?:at|in|on|to)$/.test(tokens[at]!.lower)) continue;
		const rest = tokens.slice(at + 1).filter(({lower}) => !articles.has(lower));
		const words = rest.findIndex(({lower}) => lower === 'of');
		const place = words < 0 ? rest : rest.slice(0, words);
		const isPage =
			words < 0 ||
			/^(?:page|screen|window|form|dialog)$/.test(
				rest
					.slice(words + 1)
					.map(({lower}) => lower)
					.join(' '),
			);
		const isSide =
			place.length > 0 &&
			isPage &&
			place.every(
				({lower}, index) => sides.test(lower) || (index === place.length - 1 && index > 0 && edges.test(lower)),
			);
		if (isSide) return {tokens: tokens.slice(0, at), aside: textOf(tokens.slice(at))};
	}
	return {tokens, aside: ''};
}

const side = '(left|left-hand|right|right-hand|top|main|side|upper|bottom)';
const menuWord = '(menu|menu bar|navigation bar|nav bar|navbar)';
const mainMenu = pattern(`[the|a] ${side} ${menuWord}`);
const inMenu = pattern(`(in|on|from|within) [the|a] ${side} ${menuWord}`);

/** `the left-hand menu`: told by where it stands alone. */
export const isMainMenu = (tokens: readonly Token[]): boolean => matches(mainMenu, tokens).length > 0;

/** `Projects from the top menu`: where it stands, whatever the page calls that. Where it begins; 0: nowhere. */
const inMainMenu = (tokens: readonly Token[]): number =>
	[3, 4, 5].map(length => tokens.length - length).find(at => at > 0 && matches(inMenu, tokens.slice(at)).length > 0) ??
	0;

/** `the licence of this package`: of what the page is about. Where that begins; below 1: nowhere. */
function ofThisPage(tokens: readonly Token[]): number {
	const at = tokens.length - 3;
	const [of, which, noun] = tokens.slice(Math.max(at, 0));
	const isSaid = /^(?:of|for)$/.test(of?.lower ?? '') && which?.lower === 'this' && noun?.kind === 'word';
	return isSaid && recordNouns.has(noun.lower) && !rowNouns.test(noun.lower) ? at : -1;
}
const rowNouns = /^(?:row|item|entry|record|card|tile|list|group|page|field|option)$/;

/** `the dialog's …`: an area, which is a scope. */
function ownsArea(token: Token): boolean {
	const text = token.text.slice(0, -2);
	const role = roleAtEnd([{...token, text, lower: text.toLowerCase()}])?.role;
	return role !== undefined && areaRoles.has(role);
}

/** The first way to understand them; null: none. */
export const targetOf = (tokens: readonly Token[], outer: Scope[] = []): Target | null =>
	targetsOf(tokens, outer)[0] ?? null;

function unique(targets: Target[]): Target[] {
	const seen = new Set<string>();
	return targets.filter(target => {
		const key = JSON.stringify(target);
		return !seen.has(key) && seen.add(key);
	});
}
