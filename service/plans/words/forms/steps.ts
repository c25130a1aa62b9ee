import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import type {Recipe, Step, Value} from '../../recipe.ts';
import {answerField, mainStep} from '../fields.ts';
import {durationOf, durationPattern, literalOf, whole} from '../sentence.ts';
import {isReading, oneStepEach, stepsNamed} from '../steps.ts';
import {asked, type Form, howMany, nothing, type Reading, type Scope, type Subject} from '../subject.ts';
import {endpointsOf, targetsOf} from '../targets.ts';

const oneTest = ({at, subjects}: Scope): Subject | null => (at !== 'plan' && subjects[0]?.recipe ? subjects[0] : null);

/** A free id for a step. */
function freeId(recipe: Recipe, base: string): string {
	const taken = new Set([...recipe.steps, ...recipe.teardown].map(({id}) => id));
	let id = base;
	for (let number = 2; taken.has(id); number++) id = `${base}_${number}`;
	return id;
}

/** Values of a path out of what the test has made or used already. */
function pathOf(recipe: Recipe, path: string): Record<string, Value> | null {
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
	const values: Record<string, Value> = {};
	for (const name of names) {
		const used = recipe.steps.find(({call}) => name in call.path)?.call.path[name];
		const prefix = path.slice(0, path.indexOf(`/{${name}}`));
		const made = recipe.steps.findLast(({call}) => call.operation.method === 'POST' && call.operation.path === prefix);
		const handle = made?.captures.find(({isHandle}) => isHandle);
		const value: Value | undefined =
			made && handle
				? handle.from.in === 'body'
					? {is: 'step', step: made.id, pointer: handle.from.pointer}
					: {is: 'step', step: made.id, pointer: 'header:Location'}
				: used;
		if (!value) return null;
		values[name] = value;
	}
	return values;
}

const expected: Record<string, number | '2xx'> = {GET: 200};

/** A call that a sentence adds. */
function newStep(subject: Subject, words: string, scope: Scope, sentence: string, role: Step['role']): Step | Reading {
	const recipe = subject.recipe!;
	const verb = role === 'act' && /^(?:also )?(?:delete|remove)/i.test(words);
	const found = endpointsOf(words, scope).map(endpoint => ({endpoint, path: pathOf(recipe, endpoint.path)}));
	const possible = found.filter(({path}) => path !== null);
	if (found.length === 0) return nothing(`No endpoint does "${words}".`);
	if (possible.length === 0)
		return nothing(
			`${found[0]!.endpoint.method} ${found[0]!.endpoint.path} needs a record that this test does not make.`,
		);
	const own = possible.filter(({endpoint}) => /\{/.test(endpoint.path) || possible.length === 1);
	const chosen = own.length > 0 ? own : possible;
	if (chosen.length > 1)
		return {
			ask: `Which call do you mean by "${words}"?`,
			choices: chosen.slice(0, 9).map(({endpoint}) => ({
				label: `${endpoint.method} ${endpoint.path}`,
				text: sentence.replace(words, `${endpoint.method} ${endpoint.path}`),
			})),
		};
	const {endpoint, path} = chosen[0]!;
	const title =
		/^(?:GET|POST|PUT|PATCH|DELETE) /.test(words) || verb
			? `${endpoint.method.toLowerCase()} ${endpoint.path}`
			: words.replace(/^(?:also )/i, '').replace(/^(\w+)s (the|its|all) /, '$1 $2 ');
	return {
		id: freeId(
			recipe,
			endpoint.method === 'GET' ? 'read_again' : endpoint.method === 'DELETE' ? 'delete_also' : 'call',
		),
		title,
		role,
		call: {
			operation: {
				method: endpoint.method,
				path: endpoint.path,
				...(recipe.endpoint.base === undefined ? {} : {base: recipe.endpoint.base}),
			},
			path: path!,
			query: {},
			headers: {},
			body: null,
			auth: 'project',
			timeoutSeconds: 10,
			followRedirects: false,
		},
		cases: [],
		waitBeforeMs: 0,
		repeat: null,
		asserts: [
			asked(
				'status',
				'expected {expected}, got {actual}',
				{type: 'status', oneOf: [expected[endpoint.method] ?? '2xx']},
				sentence,
			),
		],
		captures: [],
	};
}

/** Waits, calls and what is cleaned up. */
export const stepForms: readonly Form[] = [
	{
		family: 'waits, steps, cleanup',
		example: 'wait 250 ms after creating',
		patterns: [
			whole(`(?:wait|sleep|pause)(?: for)? ${durationPattern} (after|before|between) (.+)`),
			whole(`(?:add|insert|put) (?:a )?(?:wait|pause|delay|sleep) of ${durationPattern} (after|before|between) (.+)`),
			whole(`(after|before) (.+?),? (?:wait|sleep|pause)(?: for)? ${durationPattern}`),
			whole(`(?:give it|give the api|allow) ${durationPattern} (after|before) (.+)`),
		],
		read(match, scope) {
			const [sentence, ...rest] = match;
			const isFirst = /^(?:after|before)/i.test(sentence);
			const [amount = '', unit = '', side = '', words = ''] = isFirst ? [rest[2]!, rest[3]!, rest[0]!, rest[1]!] : rest;
			return wait(durationOf(amount, unit), side.toLowerCase(), words, scope, sentence);
		},
	},
	{
		family: 'waits, steps, cleanup',
		example: 'poll until status is done, at most 20 s',
		patterns: [
			whole(
				`(?:poll|repeat|retry|keep (?:reading|asking|polling)|read again|ask again)(?: (?:it|that|the call|(.+?)))? (?:until|till) (?:the )?([\\w.$'-]+) (?:is|=|equals|becomes|turns) (.+?)(?:,? (?:for )?(?:at most|up to|for|within|max(?:imum)?|no longer than) ${durationPattern})?`,
			),
			whole(
				`wait (?:until|till|for) (.{0}?)(?:the )?([\\w.$'-]+) (?:is|=|equals|becomes|turns|to be|to become) (.+?)(?:,? (?:for )?(?:at most|up to|for|within|max(?:imum)?) ${durationPattern})?`,
			),
		],
		read([sentence, words = '', field = '', value = '', amount, unit], scope) {
			const atMostMs = amount && unit ? durationOf(amount, unit) : 30_000;
			return poll(words, field, value, atMostMs, scope, sentence);
		},
	},
	{
		family: 'waits, steps, cleanup',
		example: 'drop step 3',
		patterns: [
			whole(
				'(?:drop|remove|delete|skip|leave out|omit|get rid of) (?:the )?(step (?:number )?#?\\d+|(?:first|second|third|fourth|fifth|last) step)',
			),
			whole('(?:drop|remove|skip|leave out|omit) (?:the )?(.+?) step'),
		],
		read([, words = ''], scope) {
			const subject = oneTest(scope);
			if (!subject) return scope.at === 'plan' ? nothing('Steps are changed in front of one test or chain.') : null;
			const steps = stepsNamed(subject.recipe!, words);
			if (steps.length === 0) return nothing(`It has no step "${words}".`);
			if (steps.length > 1)
				return {
					ask: `Which step do you mean by "${words}"?`,
					choices: steps.map(step => {
						const number = subject.recipe!.steps.indexOf(step) + 1;
						return {label: `step ${number}: ${step.title}`, text: `drop step ${number}`};
					}),
				};
			const reason = `without the step "${steps[0]!.title}"`;
			return {operations: [{op: 'step.drop', target: subject.id, step: steps[0]!.id, reason}], said: reason};
		},
	},
	{
		family: 'waits, steps, cleanup',
		example: 'move the delete to the end',
		patterns: [
			whole('(?:move|put) (?:the )?(.+?) (?:step )?(?:to the|at the|to) (end|start|beginning|front|top|bottom)'),
			whole('(?:move|put|do|run|make) (?:the )?(.+?) (?:step )?(before|after|behind|in front of) (?:the )?(.+)'),
			whole('(?:the )?(.+?) (?:step )?(?:comes|goes|should come|must come|belongs) (before|after) (?:the )?(.+)'),
		],
		read([, words = '', side = '', other], scope) {
			const subject = oneTest(scope);
			if (!subject) return null;
			const recipe = subject.recipe!;
			const [step] = stepsNamed(recipe, words);
			if (!step) return null;
			const rest = recipe.steps.filter(one => one !== step);
			const isBefore = /before|front|start|begin|top/i.test(side);
			const beside =
				other === undefined ? (isBefore ? rest[0] : rest.at(-1)) : stepsNamed({...recipe, steps: rest}, other)[0];
			if (!beside) return null;
			const reason = `"${step.title}" ${isBefore ? 'before' : 'after'} "${beside.title}"`;
			return {
				operations: [
					{
						op: 'step.move',
						target: subject.id,
						step: step.id,
						...(isBefore ? {before: beside.id} : {after: beside.id}),
						reason,
					},
				],
				said: reason,
			};
		},
	},
	{
		family: 'waits, steps, cleanup',
		example: 'also delete the session',
		patterns: [
			whole(
				'(?:also|and|finally|at the end|afterwards)?,? ?(?:also |then )?((?:delete|remove|DELETE) .+?) (?:at the end|afterwards|too|as well|when (?:it|everything) is over|in the cleanup|during cleanup|on cleanup)',
			),
			whole('(?:also|finally|at the end|afterwards),? ((?:delete|remove|DELETE) .+)'),
			whole(
				'(?:add|use) (?:a )?(?:cleanup|clean-up|teardown)(?: step)?(?: that|:| which)? ((?:deletes?|removes?|DELETE) .+)',
			),
			whole('clean up (?:the |by deleting )(.+)'),
		],
		read([sentence, words = ''], scope) {
			const subject = oneTest(scope);
			if (!subject)
				return scope.at === 'plan' ? nothing('Steps of cleanup are added in front of one test or chain.') : null;
			const call = /^(?:deletes?|removes?|DELETE)\b/i.test(words)
				? words.replace(/^(?:deletes?|removes?) /i, 'delete ')
				: `delete ${words}`;
			const step = newStep(subject, call, scope, sentence, 'act');
			if (!('call' in step)) return step;
			const reason = `also deletes at the end: ${step.call.operation.method} ${step.call.operation.path}`;
			return {
				operations: [{op: 'teardown.add', target: subject.id, step: {...step, asserts: []}, reason}],
				said: reason,
			};
		},
	},
	{
		family: 'waits, steps, cleanup',
		example: 'add a step that reads the cart',
		patterns: [
			whole(
				'(?:add|insert|append) (?:a |another )?(?:step|call|request) (?:that|which|to|where it|:) ?(.+?)(?: (before|after) (?:the )?(step \\d+|.+))?',
			),
			whole('(?:then|afterwards|at the end),? (?:also )?((?:read|get|list|fetch|GET) .+)'),
			whole('(?:also )?((?:read|list|fetch|GET) (?:the )?.+?)(?: again)? (before|after) (?:the )?(.+)'),
		],
		read([sentence, words = '', side, beside], scope) {
			const subject = oneTest(scope);
			if (!subject) return scope.at === 'plan' ? nothing('Steps are added in front of one test or chain.') : null;
			const recipe = subject.recipe!;
			const step = newStep(
				subject,
				words.replace(/^(read|get|list|delete|create|update|fetch)s\b/i, '$1'),
				scope,
				sentence,
				'verify',
			);
			if (!('call' in step)) return step;
			const [other] = beside === undefined ? [] : stepsNamed(recipe, beside);
			if (beside !== undefined && !other) return nothing(`It has no step "${beside}".`);
			const reason = `a step more: ${step.call.operation.method} ${step.call.operation.path}`;
			const place = other ? (side?.toLowerCase() === 'before' ? {before: other.id} : {after: other.id}) : {};
			return {operations: [{op: 'step.add', target: subject.id, step, ...place, reason}], said: reason};
		},
	},
];

function wait(ms: number, side: string, words: string, scope: Scope, sentence: string): Reading | null {
	if (ms > 60_000) return nothing('A wait has at most one minute.');
	if (side === 'between') {
		const operations = scope.subjects.flatMap(({id, recipe}): ChangeOperation[] =>
			(recipe?.steps ?? []).slice(1).map(step => ({
				op: 'step.set',
				target: id,
				step: step.id,
				waitBeforeMs: ms,
				reason: `waits ${ms} ms between steps`,
			})),
		);
		return operations.length === 0 || !/steps|calls|requests|them/i.test(words)
			? null
			: {operations, said: `waits ${ms} ms between steps`};
	}
	const subjects = scope.at === 'plan' ? targetsOf(words, scope) : scope.subjects;
	const wanted = subjects.filter(({recipe}) => recipe !== null);
	const found = oneStepEach(wanted, words, scope, step => `wait ${ms} ms ${side} ${step}`);
	if (isReading(found)) return found;
	const operations = found.flatMap(({subject, step}): ChangeOperation[] => {
		const {steps} = subject.recipe!;
		const waiting = side === 'before' ? step : steps[steps.indexOf(step) + 1];
		if (!waiting) return [];
		const reason = `waits ${ms} ms ${side} "${step.title}"`;
		return [{op: 'step.set', target: subject.id, step: waiting.id, waitBeforeMs: ms, reason}];
	});
	if (found.length > 0 && operations.length === 0)
		return nothing(`Nothing comes ${side} ${words}: there is nothing to wait for.`);
	return operations.length === 0
		? null
		: {operations, said: `${howMany(operations, scope)}: ${operations[0]!.reason}${sentence === '' ? '.' : ''}`};
}

function poll(
	words: string,
	field: string,
	value: string,
	atMostMs: number,
	scope: Scope,
	sentence: string,
): Reading | null {
	const meant = literalOf(value.replace(/,$/, ''));
	if (meant === undefined) return null;
	const subjects = (scope.at === 'plan' ? targetsOf(words, scope) : scope.subjects).filter(
		({recipe}) => recipe !== null,
	);
	const operations = subjects.flatMap(({id, recipe}): ChangeOperation[] => {
		const named = words.trim() === '' ? [] : stepsNamed(recipe!, words);
		const step = named[0] ?? recipe!.steps.findLast(({call}) => call.operation.method === 'GET') ?? mainStep(recipe!);
		if (scope.at === 'plan' && answerField(step, field).length === 0) return [];
		const pointer = field.startsWith('$') ? field : `$.${field}`;
		const assertId = `until:${field}`;
		const reason = `asks until ${field} is ${JSON.stringify(meant)}, at most ${atMostMs / 1000} s`;
		const assert = asked(
			assertId,
			`${field}: expected {expected}, got {actual}`,
			{type: 'equals', pointer, value: {is: 'literal', value: meant}, as: 'exact'},
			sentence,
		);
		return [
			{op: 'assert.add', target: id, step: step.id, assert, reason},
			{op: 'step.set', target: id, step: step.id, repeat: {untilAssert: assertId, everyMs: 500, atMostMs}, reason},
		];
	});
	return operations.length === 0
		? null
		: {operations, said: `${howMany(operations.slice(operations.length / 2), scope)}: ${operations[0]!.reason}`};
}
