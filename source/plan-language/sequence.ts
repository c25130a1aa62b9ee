import type {PlanFileStep} from '../../contract/plan-file.ts';
import {leadingPlace} from './clause.ts';
import {isAction, isAssertion} from './draft.ts';
import {startsWith} from './pattern.ts';
import {plainClaim} from './plain-words.ts';
import {predicatesOf} from './predicates.ts';
import type {Part, Reading, ReadStep} from './reading.ts';
import {sentenceOf, type Token, word} from './tokens.ts';
import {isCapital, isDataLike} from './values.ts';
import {countOf, isVerb, withoutArticle} from './words.ts';

/**
 * A step of several acts and claims in any order: `The bell shows 3; open it`, `Save and confirm: the dialog closes, the
 * list has 2 rows`. It is cut into as few clauses as leave each of them read in full as a step of its own.
 */

/** Most places to cut at, most clauses, and most readings of the whole. */
const mostCuts = 9;
const mostClauses = 6;
const mostReadings = 24;

type Cut = {end: number; start: number; isStrong: boolean};
export type Clause = {parts: Part[]; note: string | null};
type Path = {clauses: Clause[][]; cost: number};

/** The clause before, and what was last spoken of. */
type Before = {subject: readonly Token[] | null; said: readonly Token[]};

/** What cannot be read but by words that the page tells costs more than a cut. */
const toldCost = 2.5;

/** @param read of one clause */
export function readSequence(
	tokens: readonly Token[],
	type: PlanFileStep['type'],
	read: (step: PlanFileStep) => ReadStep,
): [Reading, ...Reading[]] | null {
	const cuts = cutsOf(tokens);
	if (cuts.length === 0 || cuts.length > mostCuts) return null;
	const known = new Map<string, {clauses: Clause[]; cost: number} | null>();
	const clause = (from: number, cut: Cut | null, before: Before, isStrong: boolean) => {
		const own = tokens.slice(from, cut?.end);
		const isRelative = own[0]?.text === 'which' || own[0]?.text === 'whose';
		const spoken = (isRelative ? lastNamed(before.said) : null) ?? before.subject;
		const said = completed(withSubject(own, spoken), before.said);
		const key = `${isStrong} ${sentenceOf(said)}`;
		if (!known.has(key)) known.set(key, clauseOf(said, type, isStrong, read));
		return known.get(key)!;
	};
	const rest = (from: number, isAfterMark: boolean, before: Before, depth: number): Path | null => {
		let best: Path | null = null;
		const ends = [...cuts.filter(({end}) => end > from), null].reverse();
		for (const cut of ends) {
			if (from === 0 && cut === null) continue;
			const isStrong = (from === 0 || isAfterMark) && (cut === null || cut.isStrong);
			const found = clause(from, cut, before, isStrong);
			if (!found) continue;
			const said = tokens.slice(from, cut?.end);
			const next: Path | null =
				cut === null
					? {clauses: [], cost: 0}
					: depth + 1 < mostClauses
						? rest(cut.start, cut.isStrong, {subject: subjectOf(said) ?? before.subject, said}, depth + 1)
						: null;
			const cost = next && next.cost + found.cost;
			if (next && cost !== null && (best === null || cost < best.cost))
				best = {clauses: [found.clauses, ...next.clauses], cost};
		}
		return best;
	};
	const path = rest(0, false, {subject: null, said: []}, 0);
	return path && product(path.clauses, type);
}

/** Every combination of the readings of all clauses, as far as they are not too many. */
export function product(clauses: Clause[][], type: PlanFileStep['type']): [Reading, ...Reading[]] | null {
	let all: Clause[] = [{parts: [], note: null}];
	for (const some of clauses) {
		const most = Math.max(1, Math.floor(mostReadings / all.length));
		all = all.flatMap(before =>
			some.slice(0, most).map(after => ({
				parts: [...before.parts, ...after.parts],
				note: [before.note, after.note].filter(Boolean).join('; ') || null,
			})),
		);
	}
	const [first, ...others] = all.map(
		({parts, note}): Reading => ({type: parts.some(isAction) ? 'action' : type, parts, line: '', note}),
	);
	return first ? [first, ...others] : null;
}

/** Every way to read one clause: as an act where it begins with a verb, else as a claim. */
function clauseOf(
	tokens: readonly Token[],
	type: PlanFileStep['type'],
	isStrong: boolean,
	read: (step: PlanFileStep) => ReadStep,
): {clauses: Clause[]; cost: number} | null {
	const said = withoutLead(tokens);
	if (said.length === 0) return null;
	const description = sentenceOf(said);
	if (isVerb(said[0]) && type === 'action') {
		const done = read({type: 'action', description});
		if ('readings' in done && done.readings.some(({parts}) => parts.some(isAction)))
			return {clauses: done.readings.filter(({parts}) => parts.some(isAction)), cost: 1};
	}
	const shown = shownText(said);
	const claimed = read({type: 'assertion', description: shown ?? description});
	if ('readings' in claimed)
		return claimed.readings.every(({parts}) => parts.every(isAssertion)) && (shown !== null || !isBareName(said))
			? {clauses: claimed.readings, cost: 1}
			: null;
	const {told} = claimed.refusal;
	return told && isStrong && !isToDo(said) ? {clauses: [{parts: told, note: null}], cost: toldCost} : null;
}

/** `Save without a name`, `In the dialog, press "A"`: something to do, which no page tells. */
function isToDo(tokens: readonly Token[]): boolean {
	const {rest} = leadingPlace(tokens);
	return isVerb(rest[0]) && !predicatesOf(plainClaim(rest)).some(({subject}) => subject.length > 0);
}

const kinds = /^(?:the|an?|error|errors|message|hint|warning|notice|toast|alert|text|note|notification|heading|title)$/;

/** `error "The day is missing."`: a text in quotes, with or without what kind it is of. */
function shownText(tokens: readonly Token[]): string | null {
	const isText = tokens.filter(({kind}) => kind === 'quoted').length === 1 && tokens.at(-1)!.kind === 'quoted';
	return isText && tokens.slice(0, -1).every(({lower}) => kinds.test(lower))
		? `${sentenceOf(tokens)} is visible`
		: null;
}

/** A name alone claims nothing. */
const isBareName = (tokens: readonly Token[]): boolean =>
	predicatesOf(plainClaim(tokens)).length === 0 &&
	!tokens.some(({kind, text}, at) => at > 0 && kind === 'word' && tells.test(text));
const tells =
	/^(?:confirms|announces|warns|asks|tells|informs|explains|greets|complains|acknowledges|demands|counts|drops|rises|grows|falls|goes|changes|costs|stands|moves|lies|closes|opens|remains?|sits|belongs)$/;

const leads = new Set(['and', 'then', 'but', 'so', 'now', 'afterwards', 'finally', 'also', 'next', ',']);
const checks = [
	'check that',
	'verify that',
	'make sure that',
	'make sure',
	'ensure that',
	'see that',
	'confirm that',
].map(words => words.split(' '));
function withoutLead(tokens: readonly Token[]): readonly Token[] {
	let at = 0;
	while (at < tokens.length - 1 && tokens[at]!.kind !== 'quoted' && leads.has(tokens[at]!.lower)) at++;
	const check = checks.find(words => startsWith(tokens, at, words));
	return tokens.slice(at + (check?.length ?? 0));
}

const strong = /^(?::|;|\.|–|—|->|=>|→)$/;

/** Where a clause may end; a colon, a semicolon or the end of a sentence ends one for sure. */
function cutsOf(tokens: readonly Token[]): Cut[] {
	const cuts: Cut[] = [];
	for (let at = 1; at < tokens.length - 1; at++) {
		const {kind, text, lower} = tokens[at]!;
		const isMark = kind === 'mark' && (strong.test(text) || (text === '-' && tokens[at]!.isSpaced));
		const isComma = kind === 'mark' && text === ',';
		const isWord = kind === 'word' && text === lower && /^(?:and|but|then|while|whereas|so)$/.test(lower);
		if (!isMark && !isComma && !isWord) continue;
		let start = at + 1;
		while (start < tokens.length - 1 && tokens[start]!.kind === 'word' && leads.has(tokens[start]!.text)) start++;
		// `, whose counter is 7`: said of what the clause before it is about.
		cuts.push({end: at, start, isStrong: isMark});
		at = start - 1;
	}
	return cuts;
}

/** `open it`, `its status is …`, `whose counter shows …`, with what the clause before was about in their place. */
function withSubject(clause: readonly Token[], subject: readonly Token[] | null): readonly Token[] {
	if (subject === null) return clause;
	const [first, second] = clause;
	if (!first) return clause;
	if (isVerb(first) && clause.length === 2 && /^(?:it|them|this|that|one)$/.test(second!.lower))
		return [first, ...spaced(subject)];
	if (/^(?:it|they|he|she|which)$/.test(first.lower) && predicatesOf(clause)[0]?.subject.length === 1)
		return [...spaced(subject), ...clause.slice(1)];
	if (!/^(?:its|their|her|his|whose)$/.test(first.lower)) return clause;
	const verb = predicatesOf(clause)[0]?.subject.length ?? 0;
	return verb < 2
		? clause
		: [word('the'), ...clause.slice(1, verb), word('of'), ...spaced(withoutArticle(subject)), ...clause.slice(verb)];
}
const holds = /^(?:shows?|has|have|lists?|contains?|displays?|sees?|with|includes?|offers|finds?|gives)$/;
const takes =
	/^(?:enter|type|fill|set|choose|select|pick|tick|untick|check|uncheck|click|press|open|delete|remove|add)$/;

/** `pick the type A and the priority B`, `the page has the heading "A" and 2 watchers`: said as the clause before it was. */
function completed(clause: readonly Token[], before: readonly Token[]): readonly Token[] {
	const [first] = clause;
	if (!first || before.length < 2) return clause;
	const counted = countedIn(before);
	// `26 employees are found and 8 are listed`
	if (counted && countOf(first) !== null && /^(?:are|is|remain|were)$/.test(clause[1]?.lower ?? ''))
		return [first, ...counted, ...clause.slice(1)];
	if (predicatesOf(plainClaim(clause)).length > 0) return clause;
	const [verb] = withoutLead(before);
	if (isVerb(verb) && !isVerb(first)) return takes.test(verb!.lower) && isNamed(clause) ? [verb!, ...clause] : clause;
	if (isVerb(first) && first.kind === 'word' && first.lower !== 'see') return clause;
	if (!before.some(({kind, text}) => kind === 'word' && holds.test(text))) return clause;
	if (countOf(first) !== null && clause.length > 1) return [word('there'), word('are'), ...clause];
	return isNamed(clause) ? [...clause, word('is'), word('visible')] : clause;
}
/** `26 employees` → `employees`. */
function countedIn(clause: readonly Token[]): readonly Token[] | null {
	const at = clause.findIndex(
		(token, place) => countOf(token) !== null && /^\p{Ll}{3,}$/u.test(clause[place + 1]?.text ?? ''),
	);
	return at < 0 ? null : clause.slice(at + 1, at + 2);
}
const isNamed = (tokens: readonly Token[]): boolean =>
	tokens.length <= 8 && tokens.some(token => isDataLike(token) || isCapital(token));

const spaced = (tokens: readonly Token[]): Token[] => tokens.map(token => ({...token, isSpaced: true}));

/** `… is in the column Done, which has 4 cards`: what stands right before it. */
function lastNamed(clause: readonly Token[]): readonly Token[] | null {
	const at = clause.findLastIndex(({kind, text}) => kind === 'word' && /^(?:the|a|an|its)$/.test(text));
	return at > 0 && clause.length - at <= 5 ? clause.slice(at) : null;
}

/** What a claim is about; of an act, nothing: what is done next is done where it leads. */
function subjectOf(clause: readonly Token[]): readonly Token[] | null {
	if (isVerb(clause[0])) return null;
	const [predicate] = predicatesOf(plainClaim(clause));
	if (!predicate || predicate.subject.length === 0) return null;
	const place = predicate.subject.findIndex(({lower}, at) => at > 1 && /^(?:in|on|at|of|below|above)$/.test(lower));
	const named = place > 0 ? predicate.subject.slice(0, place) : predicate.subject;
	// `The Orders badge is 3`: it is on what is meant.
	return named.length > 1 &&
		/^(?:badge|counter|count|number|bubble)$/.test(named.at(-1)!.lower) &&
		named.at(-2)!.lower !== 'the'
		? named.slice(0, -1)
		: named;
}
