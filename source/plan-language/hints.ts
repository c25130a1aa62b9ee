import type {PlanFileStep} from '../../contract/plan-file.ts';
import {type Draft, isComplete, one} from './draft.ts';
import {operandOf} from './families/values.ts';
import {keyOf} from './families/keys.ts';
import {instruction} from './clause.ts';
import {elementStates, type ElementState, type Part, type Target, type Value} from './reading.ts';
import {emptyTarget} from './names.ts';
import {targetOf} from './targets.ts';
import {tokensOf} from './tokens.ts';
import {countOf} from './words.ts';

export const hasHints = ({action, target, value, condition}: PlanFileStep): boolean =>
	[action, target, value, condition].some(hint => hint !== undefined && hint.trim() !== '');

/**
 * Hints win over the text: operation, target, value and condition are taken from them, and what they do
 * not say from the readings of the text.
 */
export function withHints(step: PlanFileStep, drafts: readonly Draft[]): Draft[] {
	const condition = step.condition?.trim().toLowerCase() ?? '';
	const op =
		step.action
			?.trim()
			.toLowerCase()
			.replace(/[\s-]+/g, '_') ?? '';
	const target = step.target?.trim() ? hintedTarget(step.target.trim()) : null;
	if (step.target?.trim() && target === null) return [];
	const value: Value | null =
		step.value === undefined || step.value === ''
			? null
			: {text: step.value, isQuoted: !/^VAR_[A-Z0-9_]+$/.test(step.value)};
	const bases = drafts.flatMap(draft => baseOf(draft, value));
	if (condition !== '' || (step.type === 'assertion' && op === '' && target))
		return asserted(condition || 'visible', target ?? bases.map(targetIn).find(Boolean) ?? null, value);
	if (op !== '' && !isGeneric(op)) {
		const made = ofOperation(op, target, value, bases);
		if (made.length > 0)
			return made.filter(
				draft => step.type === 'action' || !('parts' in draft) || draft.parts.every(part => 'isNegated' in part),
			);
	}
	if (op !== '' && !isGeneric(op) && !bases.some(part => part.op === operationOf(op))) return [];
	return drafts.flatMap(draft => hinted(draft, target, value));
}

/** Names that say no more than the type does. */
const isGeneric = (op: string): boolean => /^(?:action|assert|assertion|verify|check_that|expect|act|step)$/.test(op);

/** What a draft has, with the value of the hint where the text has none. */
function baseOf(draft: Draft, value: Value | null): Part[] {
	if (isComplete(draft)) return draft.parts.length === 1 ? [draft.parts[0]!] : [];
	return value ? [draft.lacks.complete(value)] : [];
}

function hinted(draft: Draft, target: Target | null, value: Value | null): Draft[] {
	const targeted = (part: Part): Draft[] => {
		const read = withTarget(part, target);
		return read === null ? [] : [isComplete(draft) ? {...draft, parts: [read]} : one(read)];
	};
	if (!isComplete(draft)) return value ? targeted(draft.lacks.complete(value)) : [draft];
	const [part] = draft.parts;
	if (draft.parts.length !== 1 || !part) return [];
	const valued = value === null ? part : withValue(part, value);
	return valued === null ? [] : targeted(valued);
}

/** Null: the operation has no target, and a hint is never left out silently. */
function withTarget(part: Part, target: Target | null): Part | null {
	if (target === null) return part;
	if (part.op === 'goto')
		return /^(?:\/|https?:|VAR_)/.test(target.phrase) ? {op: 'goto', address: target.phrase} : null;
	if (part.op === 'do') return {op: 'click', target};
	if (part.op === 'go') return {op: 'click', target};
	if (part.op === 'text') return {...part, within: target};
	return 'target' in part ? ({...part, target} as Part) : null;
}

function withValue(part: Part, value: Value): Part | null {
	if (part.op === 'select') return {...part, values: [value]};
	if (part.op === 'text') return {...part, text: value};
	if (part.op === 'goto') return {...part, address: value.text};
	if (part.op === 'upload') return {...part, file: value.text};
	return 'value' in part ? ({...part, value} as Part) : null;
}

const targetIn = (part: Part): Target | null =>
	'target' in part ? part.target : part.op === 'text' ? part.within : part.op === 'do' ? part.object : null;

/** `testid=…`, `css=…`, `role=…`, `text=…`, or a phrase. */
function hintedTarget(text: string): Target | null {
	const [, by, selector] = /^(testid|css|role|text)=(.+)$/su.exec(text) ?? [];
	if (by && selector)
		return {...emptyTarget(), selector: {by: by as 'testid' | 'css' | 'role' | 'text', value: selector.trim()}};
	return targetOf(tokensOf(text)) ?? {...emptyTarget(), phrase: text, isQuoted: true};
}

function asserted(condition: string, target: Target | null, value: Value | null): Draft[] {
	const on = (isNegated: boolean, part: object): Draft[] => [one({isNegated, ...part} as Part)];
	const state = condition.replace(/[\s-]+/g, '_');
	if (condition === 'visible' || condition === 'hidden') {
		if (!target && value)
			return on(condition === 'hidden', {op: 'text', text: value, comparison: 'contains', within: null});
		return target ? on(condition === 'hidden', {op: 'visible', target}) : [];
	}
	if ((elementStates as readonly string[]).includes(state))
		return target ? on(false, {op: 'state', target, state: state as ElementState}) : [];
	const operand = operandOf(
		condition === 'count' ? 'equal' : condition.replace(/s$/, '').replace('matche', 'match'),
		value ? [{text: value.text, lower: '', kind: 'quoted', isSpaced: true}] : [],
	);
	if (!operand || !value) return [];
	if (condition === 'count') {
		const number = countOf(tokensOf(value.text)[0]);
		return target && number !== null ? on(false, {op: 'count', target, comparison: 'equals', number}) : [];
	}
	if (!/^(?:equals|contains|matches)$/.test(condition)) return [];
	const comparison = condition as 'equals' | 'contains' | 'matches';
	if (!target) return on(false, {op: 'text', text: value, comparison, within: null});
	return [
		...on(false, {op: 'value', target, comparison, value}),
		...on(false, {op: 'labelled_text', target, comparison, value}),
	];
}

const alike: Record<string, string> = {
	type: 'fill',
	enter: 'fill',
	input: 'fill',
	navigate: 'goto',
	open: 'goto',
	visit: 'goto',
	choose: 'select',
	tick: 'check',
	untick: 'uncheck',
	tap: 'click',
	press_key: 'press',
	doubleclick: 'double_click',
	rightclick: 'right_click',
	refresh: 'reload',
	go_back: 'back',
};
const operationOf = (op: string): string => alike[op] ?? op;

/** The part of an operation that is named, from what the hints say and the text adds. */
function ofOperation(
	name: string,
	hintTarget: Target | null,
	hintValue: Value | null,
	bases: readonly Part[],
): Draft[] {
	const op = operationOf(name);
	const same = bases
		.filter(part => part.op === op)
		.map(part => (hintValue ? withValue(part, hintValue) : part))
		.filter(part => part !== null);
	if (same.length > 0)
		return same.map(part => withTarget(part, hintTarget)).flatMap(part => (part === null ? [] : [one(part)]));
	const target = hintTarget ?? bases.map(targetIn).find(Boolean) ?? null;
	const value =
		hintValue ??
		bases
			.map(part => ('value' in part && typeof part.value === 'object' ? (part.value as Value) : null))
			.find(Boolean) ??
		null;
	switch (op) {
		case 'click':
		case 'double_click':
		case 'right_click':
		case 'long_press':
		case 'hover':
		case 'clear':
		case 'check':
		case 'uncheck':
		case 'download':
			return target ? [one({op, target})] : [];
		case 'fill':
		case 'append':
		case 'search':
			return value
				? [one({op, target, value})]
				: target
					? [{lacks: {op, target, complete: given => ({op, target, value: given})}}]
					: [];
		case 'select':
			return value ? [one({op, target, values: [value]})] : [];
		case 'pick':
			return target ? [one({op, target})] : [];
		case 'goto':
			return value ? [one({op, address: value.text})] : [];
		case 'back':
		case 'forward':
		case 'reload':
			return [one({op})];
		case 'press': {
			const key = value ? keyOf(value.text) : null;
			return key ? [one({op, key, times: 1, target})] : [];
		}
		case 'upload':
			return value ? [one({op, target, file: value.text, bytes: null})] : [];
		case 'login':
			return [one({op, username: null, password: null})];
		case 'wait':
			return target ? [one({op, until: {isNegated: false, op: 'visible', target}, seconds: null})] : [];
		case 'visible':
		case 'hidden':
			return target ? asserted(op, target, null) : [];
		default:
			return instruction(tokensOf(name)).filter(isComplete);
	}
}
