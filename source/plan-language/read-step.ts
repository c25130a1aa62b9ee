import type {PlanFileStep} from '../../contract/plan-file.ts';
import {actingVerbs, instruction} from './clause.ts';
import {withCellPlaces} from './cell-places.ts';
import {listed} from './claims.ts';
import {clausesOf} from './clauses.ts';
import {isToldToDo, joined, readParts} from './compound.ts';
import {describeParts, describeTarget} from './describe.ts';
import {type Draft, isAction, isAssertion, isComplete} from './draft.ts';
import {status} from './families/values.ts';
import {readDated} from './whole-days.ts';
import {readWait} from './waited.ts';
import {isElsewhere, refersElsewhere} from './elsewhere.ts';
import {asksForData, emptyClaim, unknownData, withoutEmptyClaims} from './general-nouns.ts';
import {hasHints, withHints} from './hints.ts';
import {nearestForms, valueForms} from './nearest-forms.ts';
import {claimOf, opensWithPerson, withoutGherkin, withoutOpening} from './opening.ts';
import {withOutcome} from './outcomes.ts';
import {ownerBehind, plainClaim} from './plain-words.ts';
import {leavesOver, losesQuote, losesSubject} from './left-over.ts';
import type {Part, Reading, ReadStep} from './reading.ts';
import {theOnly} from './families/each.ts';
import {howManyAre} from './families/how-many.ts';
import {rosterOf} from './families/roster.ts';
import {firstRewordings, plainWays, type Reworded, rewordings} from './rewordings.ts';
import {predicatesOf} from './predicates.ts';
import {withoutReason} from './restated/adjuncts.ts';
import {firstRestatementsOf, restatementsOf} from './restated/restated.ts';
import {withoutClaimLabel} from './restated/voices.ts';
import type {Restatement} from './restated/restatement.ts';
import {sentenceOf, type Token, tokensOf} from './tokens.ts';
import {type Clause, product, readSequence} from './sequence.ts';
import {toldParts, withWords} from './told.ts';
import {details} from './ways/details.ts';
import {laterWays} from './ways/ways.ts';
import {unsaidIn} from './unsaid.ts';
import {isVerb, verbOf} from './words.ts';

/** Most tokens of a step. Longer ones are refused before any form is tried, so that no text costs much. */
const maxTokens = 120;

/**
 * What a step of a plan means: every reading that leaves no word over, or why there is none. Pure,
 * throws for no text; the time is bounded by the number of its words.
 */
export function readStep(step: PlanFileStep): ReadStep {
	const read = readSaid(step, 0);
	return step.type === 'assertion' ? withoutOthers(read, tokensOf(step.description)) : read;
}

/** Without the readings in which `the only …` may be one of several. */
function withoutOthers(read: ReadStep, tokens: readonly Token[]): ReadStep {
	const isOnly = tokens.some(
		({kind, lower}, at) => kind === 'word' && lower === 'the' && tokens[at + 1]?.lower === 'only',
	);
	if (!isOnly || !('readings' in read)) return read;
	const counts = ({parts, note}: Reading) =>
		parts.some(({op}) => op === 'count') || /\bonly\b/i.test(`${note ?? ''} ${textsIn(parts)}`);
	const [first, ...others] = read.readings.filter(counts);
	return first ? {readings: [first, ...others]} : notAll(read.readings[0]);
}

/** What parts look for, without the words in which they were told. */
const textsIn = (parts: readonly Part[]): string =>
	JSON.stringify(parts, (key, value: unknown) => (key === 'told' ? undefined : value));

/** What says how many there are, and no more: one claim, which nothing in it is cut from. */
function exactly(tokens: readonly Token[]): Draft[] {
	const plain = plainClaim(claimOf(tokens, true) ?? tokens);
	for (const read of [rosterOf, theOnly, howManyAre]) {
		const drafts = read(plain);
		if (drafts.length > 0) return drafts;
	}
	return [];
}

/** How often a sentence is said again in plainer ones. */
const mostRestated = 3;

/** @param depth how often the sentence was said again before */
function readSaid(step: PlanFileStep, depth: number): ReadStep {
	const whole = tokensOf(step.description);
	const dated = hasHints(step)
		? null
		: readDated(whole, tokens => readSaid({...step, description: sentenceOf(tokens)}, depth));
	if (dated) return dated;
	// Before a person or a filler is dropped in front: `just Bob` is no more than Bob.
	const said = step.type === 'assertion' && !hasHints(step) ? exclusive(whole) : whole;
	const bare = step.type === 'assertion' && !hasHints(step) ? withoutClaimLabel(said) : null;
	if (bare) return readSaid({...step, description: sentenceOf(bare)}, depth);
	const tokens = withoutOpening(said);
	const isFree = !hasHints(step) && tokens.length <= maxTokens && depth < mostRestated;
	if (step.type === 'assertion' && isConditional(tokens))
		return {refusal: {...refusalOf(tokens, [], step.type, null), understood: onlyActs}};
	const claimed = step.type === 'assertion' ? (claimOf(tokens, true) ?? tokens) : tokens;
	const reason = isFree ? withoutReason(claimed, step.type) : null;
	const plain = reason && readSaid({...step, description: sentenceOf(reason.rest)}, depth + 1);
	if (plain && 'readings' in plain) return withNote(plain, `not checked: "${reason.leaves}"`);
	const [exact] = isFree && step.type === 'assertion' ? exactly(claimed) : [];
	if (exact && isComplete(exact)) return {readings: [readingOf(withWords(exact, tokens), step.type)]};
	const first = isFree ? restated(claimed, firstRestatementsOf(claimed, step.type), depth) : null;
	if (first) return first;
	const read = isFree ? withoutLosses(readAsSaid(step), tokens) : readAsSaid(step);
	if ('readings' in read || !isFree) return read;
	const again = restated(claimed, restatementsOf(claimed, step.type), depth);
	if (again) return again;
	const until =
		step.type === 'action'
			? readWait(tokens, claim => readSaid({type: 'assertion', description: sentenceOf(claim)}, depth + 1))
			: null;
	if (until) return until;
	// What tells nobody to do anything is a claim, whatever the step is called.
	const isClaim =
		step.type === 'action' &&
		depth === 0 &&
		!isVerb(tokens[0]) &&
		!isToldToDo(tokens) &&
		!/^(?:if|when|whenever|unless|while|after|before|once)$/.test(tokens[0]?.lower ?? '') &&
		predicatesOf(plainClaim(tokens)).some(({subject, rest}) => subject.length > 0 && rest.length > 0);
	const claims = isClaim ? readSaid({...step, type: 'assertion'}, depth) : read;
	if ('readings' in claims) return claims;
	return claims.refusal.told ? {refusal: {...read.refusal, told: claims.refusal.told}} : read;
}

const onlyActs = 'an action, but an assertion never acts';

/** `If you click Save, the dialog closes`: nothing is claimed of the page before somebody has clicked. */
function isConditional(tokens: readonly Token[]): boolean {
	const [first, second, third] = tokens;
	if (!/^(?:if|when|whenever|once)$/.test(first?.lower ?? '')) return false;
	const isNoun =
		/^(?:the|a|an)$/.test(second?.lower ?? '') && /^(?:user|customer|visitor|guest|person)$/.test(third?.lower ?? '');
	if (!isNoun && !/^(?:you|i|we|one|someone|somebody|users)$/.test(second?.lower ?? '')) return false;
	const verb = verbOf(tokens[isNoun ? 3 : 2]);
	return verb !== null && actingVerbs.has(verb);
}

/** Without the readings that have lost a text in quotes; all of them gone, it is in no form. */
function withoutLosses(read: ReadStep, tokens: readonly Token[]): ReadStep {
	if (!('readings' in read)) return read;
	const [first, ...others] = read.readings.filter(
		({parts, note}) => !losesQuote(parts, tokens, note ?? '') && !losesSubject(parts, tokens),
	);
	return first ? {readings: [first, ...others]} : notAll(read.readings[0]);
}

const notAll = ({line}: Reading): ReadStep => ({
	refusal: {reason: 'not_read', understood: `${line}, which is not all that the step says`, nearestForms: []},
});

const withNote = ({readings}: {readings: [Reading, ...Reading[]]}, note: string): ReadStep => ({
	readings: readings.map(one => ({...one, note: [one.note, note].filter(Boolean).join('; ')})) as [
		Reading,
		...Reading[],
	],
});

/** The first way of which every sentence is read. */
function restated(tokens: readonly Token[], ways: readonly Restatement[], depth: number): ReadStep | null {
	for (const {said, leaves} of ways) {
		const clauses: Clause[][] = [];
		for (const {type, tokens: own} of said) {
			const read = readSaid({type, description: sentenceOf(own)}, depth + 1);
			if ('refusal' in read) break;
			clauses.push(read.readings);
		}
		if (clauses.length < said.length) continue;
		// Nothing that is quoted may be gone.
		const lost = tokens.some(
			({kind, text}, at) =>
				kind === 'quoted' &&
				!/^(?:from|by)$/.test(tokens[at - 1]?.lower ?? '') &&
				!said.some(one => one.tokens.some(token => token.text.includes(text))) &&
				leaves?.includes(text) !== true,
		);
		if (lost) continue;
		const found = described(product(clauses, said.some(({type}) => type === 'action') ? 'action' : 'assertion'));
		if (found)
			return leaves === undefined ? {readings: found} : withNote({readings: found}, `not checked: "${leaves}"`);
	}
	return null;
}

/** The sentence as it stands. */
function readAsSaid(step: PlanFileStep): ReadStep {
	const said = tokensOf(step.description);
	const all = withCellPlaces(step.type === 'assertion' ? exclusive(said) : said, step.type);
	const tokens = withoutOpening(all);
	const mayHaveOutcome = step.type === 'action' && !hasHints(step) && tokens.length <= maxTokens;
	const next = mayHaveOutcome && actsOnIt(tokens) ? described(readSequence(tokens, step.type, readClause)) : null;
	if (next) return {readings: next};
	const marked = mayHaveOutcome ? outcomeOf(tokens, true) : null;
	if (marked) return {readings: marked};
	const read = readAsOne(step, all, tokens);
	if ('readings' in read || hasHints(step) || tokens.length > maxTokens) return read;
	const outcome =
		(mayHaveOutcome ? outcomeOf(tokens, false) : null) ?? described(readSequence(tokens, step.type, readClause));
	return outcome ? {readings: outcome} : read;
}

/** `The bell shows 3; open it`: what is claimed is what is acted on. */
const actsOnIt = (tokens: readonly Token[]): boolean =>
	!isVerb(tokens[0]) &&
	predicatesOf(plainClaim(tokens)).length > 0 &&
	/^(?:it|them|this|that)$/.test(tokens.at(-1)?.lower ?? '') &&
	isVerb(tokens.at(-2)) &&
	tokens.at(-2)!.text === tokens.at(-2)!.lower &&
	/^(?:;|\.|,|and|then)$/.test(tokens.at(-3)?.text ?? '');

/** A clause of a longer step: it may have an outcome, and is cut no further. */
function readClause(step: PlanFileStep): ReadStep {
	const all = withCellPlaces(tokensOf(step.description), step.type);
	const tokens = withoutOpening(all);
	const marked = step.type === 'action' ? outcomeOf(tokens, true) : null;
	return marked ? {readings: marked} : readAsOne(step, all, tokens);
}

const described = (found: [Reading, ...Reading[]] | null): [Reading, ...Reading[]] | null =>
	found && (found.map(one => ({...one, line: describeParts(one.parts)})) as [Reading, ...Reading[]]);

/** An act with what comes of it, each with its own words. */
const outcomeOf = (tokens: readonly Token[], isMarked: boolean): [Reading, ...Reading[]] | null => {
	return described(withOutcome(tokens, isMarked, readStep));
};

function readAsOne(step: PlanFileStep, all: readonly Token[], tokens: Token[]): ReadStep {
	const spoken = step.type === 'assertion' ? whoCan(all) : null;
	const read = spoken ?? draftsOf(tokens, step.type);
	// Either one text with `and` in it, or one claim for each: the page tells.
	const list = step.type === 'assertion' && tokens.length <= maxTokens ? listed(claimOf(tokens, true) ?? tokens) : [];
	const isSeveral = read.some(draft => isComplete(draft) && draft.parts.length > 1);
	const either = list.length > 0 && !isSeveral ? [...read.filter(isComplete), ...list] : read;
	const drafts = hasHints(step) ? withHints(step, either) : either;
	const whole = drafts.filter(isOf(step.type));
	const unleft = whole.filter(draft => hasHints(step) || !leavesOver(draft.parts, tokens, draft.note));
	const left = unleft.filter(draft => !asksForData(draft));
	if (left.length === 0 && unleft.length > 0) return {refusal: unknownData};
	const own = step.type === 'assertion' && !hasHints(step) ? tokens : null;
	const readings = unique(left.flatMap(draft => withoutEmptyClaims(draft) ?? [])).map(draft =>
		own ? withWords(draft, own) : draft,
	);
	const [first, ...others] = readings.map(draft => readingOf(draft, step.type));
	if (first) return {readings: [first, ...others]};
	if (left.length > 0) return {refusal: emptyClaim};
	const told =
		own && own.length <= maxTokens && !isInstruction(own)
			? toldParts(own, clause => draftsOf(clause, 'assertion'))
			: null;
	const refusal = refusalOf(tokens, drafts, step.type, whole[0]?.parts ?? null);
	return {refusal: told ? {...refusal, told} : refusal};
}

/** `Just A and B are left`: no more than these, and no word that says nothing. */
function exclusive(tokens: readonly Token[]): readonly Token[] {
	const at = tokens.findIndex(({lower}) => !/^(?:given|when|then|and|but|now|so|,)$/.test(lower));
	const [word, next] = tokens.slice(Math.max(at, 0));
	const isOnly = word?.kind === 'word' && word.lower === 'just' && next !== undefined && !isVerb(next);
	return isOnly ? [{...word, text: 'Only', lower: 'only'}, ...tokens.slice(at + 1)] : tokens;
}

/** Whether a draft can be carried out as a step of this type: an assertion never acts. */
const isOf =
	(type: PlanFileStep['type']) =>
	(draft: Draft): draft is Extract<Draft, {parts: unknown}> =>
		isComplete(draft) && (type === 'action' || draft.parts.every(isAssertion));

/** `I can't click Save yet` is a claim about Save: who can do what is asked for before the person is dropped. */
function whoCan(all: readonly Token[]): Draft[] | null {
	const tokens = withoutGherkin(all);
	if (tokens.length > maxTokens || !opensWithPerson(tokens)) return null;
	for (const again of plainWays(tokens, 'assertion')) {
		const found = literalDrafts(again, 'assertion');
		if (found.some(isOf('assertion'))) return found;
	}
	return null;
}

/** Loose sentences are said again at most so often. */
const mostRewordings = 2;

/** As it stands; else the first rewording that is read in full. */
function draftsOf(tokens: readonly Token[], type: PlanFileStep['type'], depth = 0, isShorter = false): Draft[] {
	if (tokens.length === 0 || tokens.length > maxTokens) return [];
	if (refersElsewhere(tokens) || isElsewhere(tokens)) return [];
	const isRead = (all: Draft[], said: readonly Token[]) =>
		all.filter(isOf(type)).some(draft => !leavesOver(draft.parts, said));
	const exact = depth === 0 && type === 'assertion' ? exactly(tokens) : [];
	if (exact.length > 0) return exact;
	if (depth === 0)
		for (const again of firstRewordings(tokens, type)) {
			const found = literalDrafts(again, type);
			if (found.some(isComplete)) return found;
		}
	const plain = type === 'assertion' ? plainClaim(tokens) : tokens;
	if (depth === 0)
		for (const again of plainWays(tokens, type)) {
			const found = literalDrafts(again, type);
			if (isRead(found, again)) return found;
		}
	const told = depth === 0 && !isShorter && type === 'assertion' ? ofSpokenClauses(tokens, isRead) : [];
	if (told.length > 0) return told;
	const drafts = literalDrafts(tokens, type);
	if (isRead(drafts, tokens)) {
		// `Bob's role` may be the role of Bob, or a label.
		const claim = claimOf(tokens, true) ?? tokens;
		const owned = type === 'assertion' && depth === 0 ? ownerBehind(claim) : claim;
		return owned === claim ? drafts : [...literalDrafts(owned, type), ...drafts];
	}
	if (depth >= mostRewordings) return drafts;
	if (depth === 0)
		for (const again of [plain, ...plainWays(tokens, type, laterWays)]) {
			// Without what stood beside it, the sentence is read like any other, once.
			const isLess = !isShorter && again.length < tokens.length;
			const found = isLess ? draftsOf(withoutOpening(again), type, 0, true) : literalDrafts(again, type);
			if (isRead(found, again)) return found;
		}
	const said = rewordings(tokens, type);
	const found = firstOf(said, again => draftsOf(again, type, depth + 1), isRead);
	if (found) return found;
	const less = depth === 0 && !isShorter ? said.filter(again => again.tokens.length < tokens.length) : [];
	const shorter = firstOf(less, again => draftsOf(again, type, 0, true), isRead);
	if (shorter) return shorter;
	const each = depth === 0 ? ofClauses(tokens, type) : [];
	if (each.length > 0) return each;
	const states = type === 'assertion' && depth === 0 && !isShorter ? status(claimOf(tokens, true) ?? tokens) : [];
	return states.length > 0 ? states : drafts;
}

/** The first that is read in full, with what it leaves out. */
function firstOf(
	said: readonly Reworded[],
	read: (tokens: readonly Token[]) => Draft[],
	isRead: (all: Draft[], said: readonly Token[]) => boolean,
): Draft[] | null {
	for (const {tokens, leaves} of said) {
		const found = read(withoutOpening(tokens));
		if (isRead(found, tokens))
			return leaves === null ? found : found.map(draft => noted(draft, `not checked: "${leaves}"`));
	}
	return null;
}

/** Each clause read alone, where one of them is said in a way of its own: the sentence as a whole may lose what that way says. */
function ofSpokenClauses(tokens: readonly Token[], isRead: (all: Draft[], said: readonly Token[]) => boolean): Draft[] {
	const clauses = clausesOf(tokens, 'assertion').map(clause => withoutOpening(clause));
	const isSpoken = (clause: readonly Token[]) =>
		plainWays(clause, 'assertion', details).some(again => isRead(literalDrafts(again, 'assertion'), again));
	return clauses.length > 1 && clauses.some(isSpoken) ? ofClauses(tokens, 'assertion') : [];
}

/** Each clause read alone, in whatever words it is said; nothing where one of them is in no form, or may mean several things. */
function ofClauses(tokens: readonly Token[], type: PlanFileStep['type']): Draft[] {
	const clauses = clausesOf(tokens, type).map(clause => withoutOpening(clause));
	if (clauses.length < 2) return [];
	const read = clauses.map(clause =>
		[...draftsOf(clause, type, 0, true), ...(type === 'assertion' ? listed(claimOf(clause, true) ?? clause) : [])]
			.filter(isOf(type))
			.filter(draft => !leavesOver(draft.parts, clause, draft.note)),
	);
	return joined(read).filter(isComplete);
}

const noted = (draft: Draft, note: string): Draft =>
	isComplete(draft) ? {...draft, note: [draft.note, note].filter(Boolean).join('; ')} : draft;

function literalDrafts(tokens: readonly Token[], type: PlanFileStep['type']): Draft[] {
	if (type === 'assertion' && isInstruction(tokens)) return [];
	const drafts = readParts(tokens, type);
	// `Wait until "Saved" appears` claims something, whatever the step is called.
	if (type === 'assertion' && drafts.length === 0) return readParts(tokens, 'action').flatMap(waited);
	return drafts;
}

/** Whether an assertion tells to act: it never does, and its words are not made into a claim. */
function isInstruction(tokens: readonly Token[]): boolean {
	const verb = tokens[0]?.kind === 'word' && actingVerbs.has(tokens[0].lower);
	// `Check that Subtotal equals 19.99` verifies, and ticks nothing.
	return verb && claimOf(tokens, false) === null && instruction(tokens).some(isComplete);
}

function waited(draft: Draft): Draft[] {
	if (!isComplete(draft)) return [];
	const claims = draft.parts.map(part => (part.op === 'wait' && part.until !== 'quiet' ? part.until : part));
	return claims.every(isAssertion) ? [{...draft, parts: claims}] : [];
}

function readingOf({parts, note}: Extract<Draft, {parts: unknown}>, type: PlanFileStep['type']): Reading {
	return {
		type: parts.some(isAction) ? 'action' : type === 'action' && parts.length === 0 ? type : 'assertion',
		parts,
		line: describeParts(parts),
		note: note ?? null,
	};
}

function refusalOf(
	tokens: readonly Token[],
	drafts: readonly Draft[],
	type: PlanFileStep['type'],
	dropped: readonly Part[] | null,
): Extract<ReadStep, {refusal: unknown}>['refusal'] {
	const unsaid = dropped === null ? unsaidIn(tokens, type, reads(type)) : null;
	if (unsaid) return unsaid;
	const lacking = drafts.find(draft => 'lacks' in draft);
	if (lacking && 'lacks' in lacking) {
		const {op, target} = lacking.lacks;
		const what = target ? ` ${describeTarget(target)}` : '';
		const forms = valueForms(
			op,
			target,
			reads(type === 'assertion' || op === 'labelled_text' ? 'assertion' : 'action'),
		);
		return {
			reason: 'needs_value',
			understood: `${verbOfOp[op] ?? op}${what}, but there is no value`,
			nearestForms: forms,
		};
	}
	const isOther = type === 'assertion' && readable(tokens, 'action');
	const understood = isOther
		? onlyActs
		: tokens.length > maxTokens
			? `more than ${maxTokens} words; one step does one thing`
			: dropped
				? `${describeParts(dropped)}, which is not all that the step says`
				: null;
	return {reason: 'not_read', understood, nearestForms: nearestForms(tokens.slice(0, maxTokens), type, reads(type))};
}

const verbOfOp: Record<string, string> = {fill: 'fill', search: 'search', select: 'select', labelled_text: 'compare'};
const readable = (tokens: readonly Token[], type: PlanFileStep['type']): boolean =>
	draftsOf(tokens, type).some(draft => isComplete(draft) && !leavesOver(draft.parts, tokens));
const reads = (type: PlanFileStep['type']) => (sentence: string) =>
	readable(withoutOpening(withCellPlaces(tokensOf(sentence), type)), type);

function unique<One extends Draft>(drafts: readonly One[]): One[] {
	const seen = new Set<string>();
	return drafts.filter(draft => {
		const key = JSON.stringify(draft);
		return !seen.has(key) && seen.add(key);
	});
}
