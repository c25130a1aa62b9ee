import {type Draft, type Family, isComplete} from './draft.ts';
import {choose, chooseSeveral} from './families/choose.ts';
import {click, pointer, toggle} from './families/click.ts';
import {doVerb} from './families/do.ts';
import {capture, upload} from './families/files.ts';
import {fill, fillSeveral, listed} from './families/fill.ts';
import {keys} from './families/keys.ts';
import {means} from './families/means.ts';
import {drag, scroll} from './families/move.ts';
import {navigate} from './families/navigate.ts';
import {step} from './families/step.ts';
import {search} from './families/search.ts';
import {sort} from './families/sort.ts';
import {browserState, dialog, login, tab, viewport} from './families/session.ts';
import {wait} from './families/wait.ts';
import type {AssertionPart, Part, Scope, Target} from './reading.ts';
import {placeScopes} from './scopes.ts';
import type {Token} from './tokens.ts';
import {verbOf} from './words.ts';

/** The first family that reads a clause has it: special sentences stand before general ones. */
const families: Family[] = [
	viewport,
	tab,
	browserState,
	dialog,
	login,
	wait,
	capture,
	upload,
	pointer,
	scroll,
	drag,
	keys,
	means,
	navigate,
	step,
	fillSeveral,
	search,
	sort,
	fill,
	chooseSeveral,
	choose,
	listed,
	toggle,
	click,
	doVerb,
];

/** Everything an instruction may mean. Empty: it is in no family's forms. @param clause one instruction, no `then` in it */
export function instruction(clause: readonly Token[]): Draft[] {
	const {scopes, rest} = leadingPlace(clause);
	if (rest.length === 0) return [];
	const variants = scopes.length === 0 ? [[]] : scopes;
	const drafts = plainForms(rest).flatMap(tokens => firstFamily(tokens));
	return variants.flatMap(scope => drafts.map(draft => inPlace(draft, scope)));
}

/** Verbs that only an instruction begins with. */
export const actingVerbs = new Set(
	'click tap press hit push double-click right-click hover type enter input fill select choose pick tick untick check uncheck open go navigate visit drag scroll upload attach delete remove add submit clear switch set change save download log expand collapse'.split(
		' ',
	),
);

/** The same clause with its verb in the plain form: `clicks on`, `clicked on` → `click on`. */
function plainForms(tokens: readonly Token[]): Token[][] {
	const verb = verbOf(tokens[0]);
	if (!verb) return [[...tokens]];
	const [first, ...rest] = tokens;
	return [[{...first!, text: verb, lower: verb}, ...rest]];
}

function firstFamily(tokens: readonly Token[]): Draft[] {
	let lacking: Draft[] = [];
	for (const family of families) {
		const drafts = family(tokens);
		const complete = drafts.filter(isComplete);
		if (complete.length > 0) return complete;
		if (lacking.length === 0) lacking = drafts;
	}
	return lacking;
}

const claiming = /^(?:is|are|was|has|shows|says|reads)$/;

/** `In the row of "Espresso cup", set …`: a place in front of the instruction holds for all of its parts. */
export function leadingPlace(tokens: readonly Token[]): {scopes: Scope[][]; rest: readonly Token[]} {
	const none = {scopes: [], rest: tokens};
	const preposition = tokens[0]?.lower ?? '';
	if (!/^(?:in|on|at|inside|within|under|from|for)$/.test(preposition)) return none;
	const comma = tokens.findIndex(({kind, text}) => kind === 'mark' && text === ',');
	// A comma behind a verb ends a claim and no place.
	const isClaim = tokens.slice(0, Math.max(comma, 0)).some(({kind, lower}) => kind === 'word' && claiming.test(lower));
	if (comma >= 2 && !isClaim) {
		const scopes = placeScopes(preposition, tokens.slice(1, comma));
		return scopes.length === 0 || scopes.some(all => all.some(({kind}) => kind === 'near'))
			? none
			: {scopes, rest: tokens.slice(comma + 1)};
	}
	// `In the "Delete project" dialog click "Yes"`: an area that is named as one, up to the verb.
	const verb = tokens.findIndex(({text, lower}, at) => at > 1 && text === lower && actingVerbs.has(lower));
	const area = verb > 1 ? placeScopes(preposition, tokens.slice(1, verb)) : [];
	const isNamed =
		area.length === 1 &&
		area[0]!.every(scope => scope.kind !== 'near' && (scope.kind !== 'area' || scope.role !== null));
	return isNamed ? {scopes: area, rest: tokens.slice(verb)} : none;
}

/** `In the row for "INV-0042" the Status column says Paid`: a row or a named area up to the next article. */
export function placeBeforeClaim(tokens: readonly Token[]): {scopes: Scope[][]; rest: readonly Token[]} | null {
	if (!/^(?:in|for|at|on)$/.test(tokens[0]?.lower ?? '')) return null;
	for (let at = tokens.length - 2; at > 2; at--) {
		if (tokens[at]!.lower !== 'the') continue;
		const scopes = placeScopes(tokens[0]!.lower, tokens.slice(1, at));
		const isNamed =
			scopes.length === 1 &&
			scopes[0]!.length > 0 &&
			scopes[0]!.every(scope => scope.kind !== 'near' && (scope.kind !== 'area' || scope.role !== null));
		if (isNamed) return {scopes, rest: tokens.slice(at)};
	}
	return null;
}

/** Adds the place to every target of the draft. */
export function inPlace(draft: Draft, scope: Scope[]): Draft {
	if (scope.length === 0) return draft;
	if ('lacks' in draft) {
		const {lacks} = draft;
		return {
			lacks: {...lacks, target: placed(lacks.target, scope), complete: value => addPlace(lacks.complete(value), scope)},
		};
	}
	return {...draft, parts: draft.parts.map(part => addPlace(part, scope))};
}

function placed(target: Target | null, scope: Scope[]): Target | null {
	return target && {...target, scopes: [...scope, ...target.scopes]};
}

function addPlace(part: Part, scope: Scope[]): Part {
	if (part.op === 'wait')
		return part.until === 'quiet' ? part : {...part, until: addPlace(part.until, scope) as AssertionPart};
	if (part.op === 'do')
		return {...part, object: part.object === null ? {...nothing, scopes: scope} : placed(part.object, scope)};
	const cell = cellOf(part, scope);
	if (cell) return cell;
	// `In the Prices table, the colour of Bob`: the row of another table is not meant.
	if (part.op === 'cell') {
		const area = areaOf(scope);
		const isPlace = area !== null && area.role !== null && /^(?:table|list|section|dialog|form)$/.test(area.role);
		return isPlace && part.table === null ? {...part, table: area} : part;
	}
	if (part.op === 'text')
		return {...part, within: part.within === null ? (areaOf(scope) ?? part.within) : placed(part.within, scope)};
	return 'target' in part && part.target !== undefined && part.target !== null
		? ({...part, target: placed(part.target, scope)} as Part)
		: part;
}

/** A column in a row is a cell. */
function cellOf(part: Part, scopes: Scope[]): Part | null {
	const scope = scopes.find(({kind}) => kind === 'row' || kind === 'row_at');
	if (!scope || (part.op !== 'value' && part.op !== 'labelled_text')) return null;
	const {isNegated, comparison, value, target} = part;
	return target.role === 'column' && target.phrase !== ''
		? {isNegated, op: 'cell', column: target.phrase, scope, table: null, comparison, value}
		: null;
}

const nothing: Target = {phrase: '', isQuoted: false, role: null, scopes: [], ordinal: null};

/** A place as a thing of its own. */
const areaOf = (scope: Scope[]): Target | null => {
	const last = scope.at(-1);
	return last?.kind === 'area'
		? {...nothing, role: last.role, phrase: last.name ?? '', scopes: scope.slice(0, -1)}
		: null;
};
