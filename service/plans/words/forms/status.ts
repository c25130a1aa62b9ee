import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import type {Assert, Step} from '../../recipe.ts';
import {wordsOf as inWords} from '../../../../contract/recipe-words.ts';
import {allSteps} from '../../changes/edit-recipe.ts';
import {readPointer} from '../../code/pointer.ts';
import {answerField, bare, mainStep} from '../fields.ts';
import {whole} from '../sentence.ts';
import {asked, count, type Form, howMany, nothing, type Reading, type Scope, type Subject} from '../subject.ts';
import {targetsOf} from '../targets.ts';

const code = '(?:status )?(?:code )?([1-5]\\d\\d|[1-5]xx)';
const codes = '(?:status )?(?:code )?((?:[1-5]\\d\\d|[1-5]xx)(?:(?:,| or| and|, or) (?:[1-5]\\d\\d|[1-5]xx))*)';
const answers =
	'(?:answers?|returns?|responds? with|gives?|yields?|comes? back with|should (?:answer|return|respond with|be|give)|must (?:answer|return|respond with|be)|has to (?:answer|return)|is|are|replies with)';

type Status = number | '2xx' | '4xx';

const statusesIn = (words: string): Status[] =>
	[...words.matchAll(/[1-5](?:\d\d|xx)/gi)].map(([one]) =>
		/xx/i.test(one) ? (one.toLowerCase() as Status) : Number(one),
	);

const wordsOfStatus = (statuses: readonly Status[]) => statuses.join(' or ');

/** A success is not turned into a refusal, nor a refusal into a success, when only the new status is said. */
const isGood = (statuses: readonly Status[]): boolean => statuses.some(one => /^2/.test(String(one)));

/** Puts a status in the place of another one, wherever tests expect that. */
function setStatus(
	subjects: readonly Subject[],
	next: Status[],
	old: Status[] | null,
	scope: Scope,
	sentence: string,
): Reading {
	const operations: ChangeOperation[] = [];
	const touched = new Set<Subject>();
	const from = new Set<string>();
	for (const subject of subjects) {
		if (!subject.recipe) continue;
		const main = mainStep(subject.recipe);
		const steps = old === null ? [main] : subject.recipe.steps;
		for (const step of steps)
			for (const assert of step.asserts) {
				const {check} = assert;
				if (check.type !== 'status') continue;
				if (old !== null && !check.oneOf.some(status => old.includes(status))) continue;
				if (
					old === null &&
					(wordsOfStatus(check.oneOf) === wordsOfStatus(next) || isGood(check.oneOf) !== isGood(next))
				)
					continue;
				const oneOf = old === null ? next : [...new Set([...check.oneOf.filter(one => !old.includes(one)), ...next])];
				const reason = `${wordsOfStatus(check.oneOf)} → ${wordsOfStatus(oneOf)}`;
				const changed = asked(assert.id, assert.message, {type: 'status', oneOf}, sentence);
				operations.push({
					op: 'assert.set',
					target: subject.id,
					step: step.id,
					assertId: assert.id,
					assert: changed,
					reason,
				});
				from.add(reason);
				touched.add(subject);
			}
	}
	if (operations.length === 0)
		return nothing(
			old === null ? `They expect ${wordsOfStatus(next)} already.` : `None of them expects ${wordsOfStatus(old)}.`,
		);
	return {operations, said: `${howMany([...touched], scope)}: ${[...from].join(', ')}`};
}

/** Expectations that words name: a field, a header, `status`, `latency`, `the shape`. */
function assertsOf(step: Step, words: string): Assert[] {
	const said = bare(words.replace(/^(?:the )?(?:check|assertion|expectation)s? (?:of|on|for|that|about) /i, ''));
	const kinds: Record<string, string> = {
		status: 'status',
		statuscode: 'status',
		contenttype: 'contentType',
		mediatype: 'contentType',
		latency: 'latency',
		time: 'latency',
		shape: 'shape',
		schema: 'shape',
		order: 'ordered',
	};
	return step.asserts.filter(({id, check}) => {
		if (kinds[said] !== undefined && check.type === kinds[said]) return true;
		if (check.type === 'header') return bare(check.name) === said;
		if (check.type === 'equals') return bare(String(readPointer(check.pointer).at(-1) ?? '')) === said;
		return bare(id) === said;
	});
}

/** Leaves a field out of everything that compares it. */
function ignore(subjects: readonly Subject[], words: string, scope: Scope, sentence: string): Reading | null {
	const operations: ChangeOperation[] = [];
	const touched = new Set<Subject>();
	const reason = `${words} is not compared`;
	for (const subject of subjects)
		for (const step of subject.recipe ? allSteps(subject.recipe) : []) {
			const target = subject.id;
			for (const assert of assertsOf(step, words)) {
				if (assert.check.type === 'status' && step.asserts.length === 1) continue;
				operations.push({op: 'assert.drop', target, step: step.id, assertId: assert.id, reason});
				touched.add(subject);
			}
			const pointers = answerField(step, words);
			for (const assert of step.asserts) {
				const {check} = assert;
				if (check.type !== 'sameAs' || check.pointer !== '$') continue;
				const name = String(readPointer(pointers[0] ?? words.trim()).at(-1) ?? '');
				const field = pointers.length > 0 ? name : nameIn(step, subject, words);
				if (field === null || check.except.includes(field)) continue;
				const next = asked(assert.id, assert.message, {...check, except: [...check.except, field]}, sentence);
				operations.push({op: 'assert.set', target, step: step.id, assertId: assert.id, assert: next, reason});
				touched.add(subject);
			}
			for (const assert of step.asserts) {
				if (assert.check.type !== 'shape' || assert.check.pointer !== '$') continue;
				const schema = withoutField(assert.check.schema, words);
				if (schema === null) continue;
				const next = asked(assert.id, assert.message, {...assert.check, schema, closed: false}, sentence);
				operations.push({op: 'assert.set', target, step: step.id, assertId: assert.id, assert: next, reason});
				touched.add(subject);
			}
		}
	if (operations.length === 0) return null;
	return {operations, said: `${howMany([...touched], scope)}: ${reason}`};
}

/** A field of the record that another step has answered. */
function nameIn(step: Step, {recipe}: Subject, words: string): string | null {
	for (const other of recipe?.steps ?? []) {
		if (other === step) continue;
		const [pointer] = answerField(other, words);
		if (pointer !== undefined) return String(readPointer(pointer).at(-1) ?? '');
	}
	return null;
}

function withoutField(schema: unknown, words: string): Record<string, unknown> | null {
	if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return null;
	const {properties, required, ...rest} = schema as {properties: Record<string, unknown>; required?: string[]};
	const name = Object.keys(properties).find(one => bare(one) === bare(words));
	if (name === undefined) return null;
	const {[name]: _, ...others} = properties;
	const {additionalProperties: __, ...open} = rest as Record<string, unknown>;
	return {...open, properties: others, ...(required ? {required: required.filter(one => one !== name)} : {})};
}

/** Compares a field in another way. */
function compare(
	subjects: readonly Subject[],
	words: string,
	as: 'exact' | 'trimmed' | 'caseless' | 'instant' | 'number' | 'set',
	scope: Scope,
	sentence: string,
): Reading | null {
	const operations: ChangeOperation[] = [];
	const touched = new Set<Subject>();
	const how = {
		exact: 'exactly',
		trimmed: 'without spaces around it',
		caseless: 'without case',
		instant: 'as a moment',
		number: 'as a number',
		set: 'in any order',
	};
	const reason = `${words} is compared ${how[as]}`;
	const every = /^(?:|everything|all|all fields|texts?|strings?|it|them)$/i.test(words.trim());
	for (const subject of subjects)
		for (const step of subject.recipe ? allSteps(subject.recipe) : [])
			for (const assert of step.asserts) {
				const {check} = assert;
				if (check.type !== 'equals' || check.as === as) continue;
				if (
					!every &&
					!assertsOf(step, words.replace(/s$/, '')).includes(assert) &&
					!assertsOf(step, words).includes(assert)
				)
					continue;
				operations.push({
					op: 'assert.set',
					target: subject.id,
					step: step.id,
					assertId: assert.id,
					assert: asked(assert.id, assert.message, {...check, as}, sentence),
					reason,
				});
				touched.add(subject);
			}
	if (operations.length === 0) return /^[\w.$-]+$/.test(words) ? nothing(`Nothing compares ${words}.`) : null;
	return {operations, said: `${howMany([...touched], scope)}: ${reason}`};
}

/** What an answer has to be, and how strictly it is compared. */
export const statusForms: readonly Form[] = [
	{
		family: 'status, loosen, tighten',
		example: '… answers 200, not 201',
		patterns: [
			whole(`(.*?) ?${answers} ${codes}(?:,| and| but)? (?:not|instead of|rather than|and not) ${codes}`),
			whole(
				`(.*?) ?(?:expect|use|want) ${codes}(?:,| and| but)? (?:not|instead of|rather than) ${codes}(?: (?:for|when|from|on) (.+))?`,
			),
		],
		read(match, scope) {
			const [sentence, words = '', next = '', old = '', more = ''] = match;
			const wanted = targetsOf(words.trim() || more, scope);
			return wanted.length === 0 ? null : setStatus(wanted, statusesIn(next), statusesIn(old), scope, sentence);
		},
	},
	{
		family: 'status, loosen, tighten',
		example: 'change 201 to 200 for …',
		patterns: [
			whole(
				`(?:change|replace|turn|switch|make)(?: the)?(?: status)? ${codes} (?:to|with|into|by) ${codes}(?: (?:for|when|of|in|on) (.+))?`,
			),
			whole(`${codes} (?:should be|must be|is wrong, it is|is really|is) ${codes}(?: (?:for|when|of|in|on) (.+))?`),
		],
		read([sentence, old = '', next = '', words = ''], scope) {
			const wanted = targetsOf(words, scope);
			return wanted.length === 0 ? null : setStatus(wanted, statusesIn(next), statusesIn(old), scope, sentence);
		},
	},
	{
		family: 'status, loosen, tighten',
		example: 'accept 200 or 201 when …',
		patterns: [
			whole(
				`(?:accept|allow|expect|tolerate|permit|take) ${codes}(?: as well| too| also)?(?: (?:for|from|when|on|of) (.+))?`,
			),
			whole(`(?:the )?(?:expected )?status (?:of|for) (.+?) (?:is|should be|must be) ${codes}`),
		],
		read([sentence, first = '', second = ''], scope) {
			const [list, words] = /^[1-5]/.test(first) ? [first, second] : [second, first];
			const wanted = targetsOf(words, scope);
			const isMore = /^(?:allow|tolerate|permit)|\b(?:as well|too|also)\b/i.test(sentence);
			if (wanted.length === 0) return null;
			if (!isMore) return setStatus(wanted, statusesIn(list), null, scope, sentence);
			return widened(wanted, statusesIn(list), scope, sentence);
		},
	},
	{
		family: 'status, loosen, tighten',
		example: '… answers 204',
		patterns: [whole(`(.+?) ${answers} ${codes}`), whole(`set (?:the )?status of (.+?) to ${code}`)],
		read([sentence, words = '', list = ''], scope) {
			const wanted = targetsOf(words, scope);
			return wanted.length === 0 ? null : setStatus(wanted, statusesIn(list), null, scope, sentence);
		},
	},
	{
		family: 'status, loosen, tighten',
		example: 'ignore updatedAt',
		patterns: [
			whole(
				"(?:ignore|don't compare|do not compare|don't check|do not check|stop checking|skip the check (?:of|for|on)|drop the check (?:of|for|on)|remove the check (?:of|for|on)|never compare|forget about|don't care about|do not care about|leave out the check of) (?:the )?(?:value of |field )?(.+?)(?: (?:in|of|for|when|on) (.+))?",
			),
			whole('(.+?) (?:may|can) (?:differ|change|be anything|vary)(?: (?:in|of|for|when|on) (.+))?'),
			whole("(.+?) (?:does not|doesn't) matter(?: (?:in|of|for|when|on) (.+))?"),
		],
		read([sentence, words = '', of = ''], scope) {
			const wanted = targetsOf(of, scope);
			const names = words.split(/\s*,\s*|\s+and\s+|\s+or\s+/).filter(Boolean);
			const found = names.map(name => ignore(wanted, name, scope, sentence));
			if (wanted.length === 0) return null;
			const missed = names.filter((_, place) => found[place] === null);
			if (missed.length > 0)
				return missed.every(name => /^[\w.$-]+$/.test(name)) ? nothing(`Nothing compares ${missed.join(', ')}.`) : null;
			const good = found.filter(one => one !== null && 'operations' in one);
			return {
				operations: good.flatMap(one => ('operations' in one! ? one.operations : [])),
				said: good.map(one => ('said' in one! ? one.said : '')).join('; '),
			};
		},
	},
	{
		family: 'status, loosen, tighten',
		example: 'compare names without case',
		patterns: [
			whole(
				'compare (?:the )?(.+?) (without case|ignoring case|case[- ]insensitive(?:ly)?|regardless of case|in any case|exactly|strictly|literally|as (?:a )?numbers?|as (?:an )?instants?|as (?:a )?moments?|as (?:a )?(?:dates?|times?)|as (?:a )?sets?|in any order|regardless of order|trimmed|without spaces(?: around)?)',
			),
			whole('ignore (?:the )?(case|order) (?:of|in) (?:the )?(.+)'),
			whole("(?:the )?case of (.+?) (?:does not|doesn't) matter"),
		],
		read([sentence, one = '', other = ''], scope) {
			const isOf = /^ignore/i.test(sentence);
			const words = isOf ? other : one;
			const how = isOf ? one : other || 'without case';
			const as =
				/case/i.test(how) && !/^in any case$/i.test(how)
					? 'caseless'
					: /exact|strict|literal/i.test(how)
						? 'exact'
						: /number/i.test(how)
							? 'number'
							: /instant|moment|date|time/i.test(how)
								? 'instant'
								: /order|set/i.test(how)
									? 'set'
									: /trim|space/i.test(how)
										? 'trimmed'
										: 'caseless';
			return compare(scope.subjects, words, as, scope, sentence);
		},
	},
	{
		family: 'status, loosen, tighten',
		example: '… must be exact',
		patterns: [
			whole(
				'(?:the )?(.+?) (?:must|should|has to|have to|needs? to) (?:be|match|come back|stay) (?:exact(?:ly)?|exactly (?:equal|the same)|identical|to the letter|character by character)(?: (?:in|of|for) .+)?',
			),
			whole('be strict (?:about|on|with) (.+)'),
		],
		read: ([sentence, words = ''], scope) => compare(scope.subjects, words, 'exact', scope, sentence),
	},
	{
		family: 'status, loosen, tighten',
		example: 'allow additional fields in …',
		patterns: [
			whole(
				'(allow|accept|tolerate|permit|ignore) (?:additional|extra|unknown|more|other|new|further) (?:fields|properties|keys)(?: (?:in|of|for|from|on) (.+))?',
			),
			whole(
				'(no|refuse|forbid|reject|disallow|allow no) (?:additional|extra|unknown|more|other|further) (?:fields|properties|keys)(?: (?:in|of|for|from|on) (.+))?',
			),
		],
		read([sentence, verb = '', words = ''], scope) {
			const closed = /^(?:no|refuse|forbid|reject|disallow|allow no)$/i.test(verb);
			const operations = targetsOf(words, scope).flatMap(subject =>
				(subject.recipe?.steps ?? []).flatMap(step =>
					step.asserts.flatMap((assert): ChangeOperation[] => {
						const {check} = assert;
						if (check.type !== 'shape' || check.pointer !== '$' || check.closed === closed) return [];
						const reason = closed ? 'no further fields' : 'further fields are fine';
						const schema = opened(check.schema, closed);
						const next = asked(assert.id, assert.message, {...check, closed, schema}, sentence);
						return [{op: 'assert.set', target: subject.id, step: step.id, assertId: assert.id, assert: next, reason}];
					}),
				),
			);
			if (operations.length === 0) return null;
			return {
				operations,
				said: `${count(operations.length, 'expectation')}: ${closed ? 'no further fields' : 'further fields are fine'}`,
			};
		},
	},
];

function opened(schema: unknown, closed: boolean): Record<string, unknown> | boolean {
	if (typeof schema !== 'object' || schema === null) return schema === true;
	const {additionalProperties: _, ...rest} = schema as Record<string, unknown>;
	return closed ? {...rest, additionalProperties: false} : rest;
}

/** Other statuses are fine, too. */
function widened(subjects: readonly Subject[], more: Status[], scope: Scope, sentence: string): Reading {
	const operations: ChangeOperation[] = [];
	for (const subject of subjects) {
		if (!subject.recipe) continue;
		const step = mainStep(subject.recipe);
		const assert = step.asserts.find(({check}) => check.type === 'status');
		if (assert?.check.type !== 'status') continue;
		const oneOf = [...new Set([...assert.check.oneOf, ...more])];
		if (oneOf.length === assert.check.oneOf.length) continue;
		const next = asked(assert.id, assert.message, {type: 'status', oneOf}, sentence);
		const reason = `${inWords(next)}`;
		operations.push({op: 'assert.set', target: subject.id, step: step.id, assertId: assert.id, assert: next, reason});
	}
	if (operations.length === 0) return nothing('They accept it already.');
	return {operations, said: `${howMany(operations, scope)}: also ${wordsOfStatus(more)}`};
}
