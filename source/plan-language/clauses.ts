import type {PlanFileStep} from '../../contract/plan-file.ts';
import {strongPieces} from './compound.ts';
import {claimOf} from './opening.ts';
import {plainClaim} from './plain-words.ts';
import {predicatesOf} from './predicates.ts';
import type {Token} from './tokens.ts';
import {isCapital} from './values.ts';
import {articles, isVerb} from './words.ts';

/** Most clauses of one step that are read each by itself. */
const mostClauses = 6;

/**
 * The clauses of a step, each with a verb of its own, so that each can be said in its own way: cut at the end of a sentence,
 * and at every `and`, `but` or comma with a claim, or an instruction, at both of its sides. What stands for the subject of the
 * one before (`its`, `her`) is put in its place. One: there is nothing to cut.
 */
export function clausesOf(tokens: readonly Token[], kind: PlanFileStep['type']): Token[][] {
	const cut = kind === 'assertion' ? cutClaims : cutInstructions;
	const clauses = strongPieces(tokens).flatMap(cut);
	if (clauses.length > mostClauses) return [[...tokens]];
	if (kind === 'action') return clauses;
	const named: Token[][] = [];
	for (const clause of clauses) named.push(withSubject(clause, named.at(-1)));
	return named;
}

function cutsOf(tokens: readonly Token[]): Array<[number, number]> {
	const cuts: Array<[number, number]> = [];
	for (let at = 1; at < tokens.length - 1; at++) {
		const {kind, lower, text} = tokens[at]!;
		const isColon = kind === 'mark' && text === ':';
		if (!(lower === 'and' || lower === 'but' || isColon || (kind === 'mark' && text === ','))) continue;
		const start = text === ',' && /^(?:and|but|so)$/.test(tokens[at + 1]!.lower) ? at + 2 : at + 1;
		if (start < tokens.length) cuts.push([at, start]);
	}
	return cuts;
}

function cutClaims(tokens: Token[]): Token[][] {
	for (const [end, start] of cutsOf(tokens)) {
		const [left, right] = [tokens.slice(0, end), tokens.slice(start)];
		// `… with "A" and a total of 4, shipping is free`: the second claim begins behind the comma.
		const isLate = right[0]!.kind === 'word' && startsLater(right);
		if (left.length > 1 && !isLate && hasBoth(left) && hasBoth(right)) return [left, ...cutClaims(right)];
	}
	return [tokens];
}

const startsLater = (tokens: readonly Token[]): boolean =>
	predicatesOf(plainClaim(tokens))[0]?.subject.some(
		({kind, text}, at, all) => kind === 'mark' && text === ',' && !all.slice(at).some(({lower}) => lower === 'and'),
	) ?? false;

const hasBoth = (tokens: readonly Token[]): boolean =>
	predicatesOf(plainClaim(claimOf(tokens, true) ?? tokens)).some(
		({subject, rest, verb}) => subject.length > 0 && (rest.length > 0 || /^(?:appear|disappear|open)$/.test(verb)),
	) ||
	closes.test(tokens.at(-1)?.lower ?? '') ||
	tokens.slice(1, -1).some(({text}) => /^(?:counts|complains|warns|asks|reports)$/.test(text));
const closes = /^(?:closes|opens|appears|disappears|closed|opened)$/;

/** `… and continue`: a lone word at the end is an instruction too. */
function cutInstructions(tokens: Token[]): Token[][] {
	for (const [end, start] of cutsOf(tokens)) {
		const right = tokens.slice(start);
		const [first] = right;
		const isDeed = first!.kind === 'word' && first!.text === first!.lower && (isVerb(first) || first!.text === 'try');
		if (end > 1 && isDeed) return [tokens.slice(0, end), ...cutInstructions(right)];
	}
	return [tokens];
}

/** `… and its Book button is disabled`, `… and says "x"`: of what the clause before it is about. */
function withSubject(clause: Token[], before: Token[] | undefined): Token[] {
	const [first, ...rest] = clause;
	const subject = before && subjectOf(before);
	if (!subject || !first) return clause;
	if (/^(?:it|they|he|she)$/.test(first.lower)) return [...subject, ...rest];
	const row = clause.findIndex(
		({lower}, at) =>
			/^(?:his|her|its|their)$/.test(lower) && /^(?:row|card|entry|line)$/.test(clause[at + 1]?.lower ?? ''),
	);
	if (row > 0)
		return [
			...clause.slice(0, row),
			...word('the'),
			clause[row + 1]!,
			...word('of'),
			...bare(subject),
			...clause.slice(row + 2),
		];
	if (!/^(?:its|their|her|his)$/.test(first.lower)) return clause;
	const verb = rest.findIndex(({text}) => /^(?:is|are|was|has|shows|says|reads)$/.test(text));
	return verb < 1
		? clause
		: [...word('the'), ...rest.slice(0, verb), ...word('of'), ...bare(subject), ...rest.slice(verb)];
}

const word = (text: string): Token[] => [{text, lower: text, kind: 'word', isSpaced: true}];

/** What the clause is about; what it calls by name in quotes is called so alone. */
function subjectOf(clause: readonly Token[]): Token[] | null {
	const [predicate] = predicatesOf(plainClaim(claimOf(clause, true) ?? clause));
	if (!predicate || predicate.subject.length === 0) return null;
	const quoted = predicate.subject.filter(({kind}) => kind === 'quoted');
	return quoted.length === 1 ? quoted : predicate.subject;
}
/** `the owner Sofia Marek` is called by what begins with capitals. */
function bare(tokens: readonly Token[]): Token[] {
	const own = tokens.filter(({lower}, at) => at > 0 || !articles.has(lower));
	const name = own.findIndex((token, at) => at > 0 && isCapital(token));
	const named = name > 0 && own.slice(name).every(token => isCapital(token)) ? own.slice(name) : own;
	return named.map(token => ({...token, isSpaced: true}));
}

/** `It cannot be removed: there is no Remove button in its row`: what shows it stands behind. Null: nothing is explained. */
export function explained(tokens: readonly Token[]): {claim: Token[]; leaves: Token[]} | null {
	const colon = tokens.findIndex(({kind, text}) => kind === 'mark' && text === ':');
	const [lead, claim] = [tokens.slice(0, Math.max(colon, 0)), tokens.slice(colon + 1)];
	const isAbility = lead.some(({lower}) =>
		/^(?:cannot|can|can't|could|couldn't|possible|impossible|able|unable)$/.test(lower),
	);
	return lead.length > 2 && isAbility && hasBoth(claim)
		? {claim: withSubject([...claim], [...lead]), leaves: lead}
		: null;
}
