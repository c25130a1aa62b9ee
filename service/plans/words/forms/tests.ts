import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import type {Assert, Recipe, Step, Value} from '../../recipe.ts';
import {mainStep, sentField} from '../fields.ts';
import {literalOf, whole} from '../sentence.ts';
import {asked, count, type Form, nothing, type Reading, type Scope, type Subject} from '../subject.ts';
import {endpointsOf} from '../targets.ts';

const refused =
	'(?:fails?|must fail|should fail|has to fail|is (?:refused|rejected|denied|forbidden|an error|invalid|not allowed|not accepted)|(?:must|should|has to|needs to) be (?:refused|rejected|denied|an error|invalid)|are (?:refused|rejected)|(?:must|should) (?:return|answer|give|respond with|yield|get|end in)|returns?|answers?|gives?|gets?|yields?|responds? with|ends? in)';
const code = '(?:with )?(?:an? )?(?:status )?(?:code )?([45]\\d\\d|4xx|error)';

type Refusal = (number | '4xx')[];
const refusalOf = (word: string | undefined): Refusal =>
	word !== undefined && /^\d+$/.test(word) ? [Number(word)] : ['4xx'];

/** Tests whose call sends a field, one for every endpoint: the full request, else any. */
function senders(field: string, target: string, scope: Scope): Subject[] {
	const wanted = target.trim() === '' ? null : endpointsOf(target, scope).map(({endpointId}) => endpointId);
	const good = (scope.at === 'plan' ? scope.subjects : scope.subjects.slice(0, 1)).filter(
		({recipe, endpointId, kind}) =>
			recipe !== null &&
			(scope.at !== 'plan' || kind === 'endpoint') &&
			(wanted === null || endpointId === null || wanted.includes(endpointId)) &&
			mainStep(recipe).cases.length === 0 &&
			/^(?:POST|PUT|PATCH|GET)$/.test(mainStep(recipe).call.operation.method) &&
			sentField(mainStep(recipe), field).length > 0,
	);
	const order = ['create', 'update', 'action', 'login', 'filter', 'pages'];
	const rank = ({template}: Subject) => (order.includes(template) ? order.indexOf(template) : order.length);
	const best = new Map<string, Subject>();
	for (const subject of good) {
		const key = subject.endpointId ?? subject.id;
		const known = best.get(key);
		if (!known || rank(subject) < rank(known)) best.set(key, subject);
	}
	// A field that creators have is about creators.
	const creators = [...best.values()].filter(({template}) => template === 'create');
	return wanted === null && creators.length > 0 ? creators : [...best.values()];
}

const general = new Set(['no-server-error', 'no-trace', 'no-secret']);

/** The call of a test once more, with one thing changed, and refused. */
function refusedStep(
	main: Step,
	id: string,
	title: string,
	statuses: Refusal,
	sentence: string,
	change: (step: Step) => void,
): Step {
	const step = structuredClone(main);
	const expected: Assert[] = [
		asked('status', 'expected {expected}, got {actual}', {type: 'status', oneOf: statuses}, sentence),
		...main.asserts.filter(one => general.has(one.id)),
	];
	Object.assign(step, {id, title, role: 'act', asserts: expected, captures: [], cases: [], repeat: null});
	change(step);
	return step;
}

/** A row of its own in the plan; in front of one test a step of it. */
function added(
	subject: Subject,
	scope: Scope,
	{
		title,
		description,
		sentence,
		steps,
	}: {title: string; description: string; sentence: string; steps(main: Step, recipe: Recipe): Step[]},
): ChangeOperation {
	const recipe = subject.recipe!;
	const main = mainStep(recipe);
	const made = steps(main, recipe);
	const reason = title;
	if (scope.at !== 'plan') return {op: 'step.add', target: subject.id, step: made.at(-1)!, after: main.id, reason};
	const before = recipe.steps.slice(0, recipe.steps.indexOf(main)).filter(({role}) => role === 'setup');
	const own: Recipe = {
		...structuredClone(recipe),
		template: 'custom',
		title,
		why: `You asked for it: ${sentence}.`,
		produces: [],
		steps: [...structuredClone(before), ...made],
		teardown: [],
		safety: 'refused_only',
	};
	return {
		op: 'row.add',
		row: {
			category: 'error_edge',
			title: title.slice(0, 200),
			description,
			priority: 'p2',
			endpointId: subject.endpointId,
			recipe: own,
		},
		reason,
	};
}

const article = (value: unknown) => (value === '' ? 'empty' : typeof value === 'string' ? `"${value}"` : String(value));

/** One test for each endpoint that sends the field. */
function refuseValue(
	field: string,
	target: string,
	value: Value | 'absent',
	said: string,
	statuses: Refusal,
	scope: Scope,
	sentence: string,
): Reading | null {
	const subjects = senders(field, target, scope);
	if (subjects.length === 0)
		return scope.subjects.some(({recipe}) => recipe !== null)
			? nothing(`No call${target ? ` of ${target}` : ''} sends ${field}.`)
			: null;
	const operations = subjects.map(subject => {
		const places = sentField(mainStep(subject.recipe!), field);
		const name = places[0]!.at.pointer.replace(/^\$\.?/, '');
		const title = `refuses ${name} ${said} with ${statuses.join(' or ')}`;
		return added(subject, scope, {
			title,
			description: `Sends the request with ${name} ${said}.`,
			sentence,
			steps: main => [
				refusedStep(main, freeStep(subject.recipe!, 'refused'), `send ${name} ${said}`, statuses, sentence, step => {
					for (const {at} of places) patch(step, at, value);
				}),
			],
		});
	});
	return saidOf(operations, scope);
}

const saidOf = (operations: ChangeOperation[], {at}: Scope): Reading => ({
	operations,
	said:
		at === 'plan'
			? `${count(operations.length, 'new row')}: ${operations[0]?.reason}`
			: `a new step: ${operations[0]?.reason}`,
});

function freeStep(recipe: Recipe, base: string): string {
	let id = base;
	for (let number = 2; [...recipe.steps, ...recipe.teardown].some(step => step.id === id); number++)
		id = `${base}_${number}`;
	return id;
}

/** Changes what a cloned step sends; a field inside a list is changed in all entries that have it. */
function patch(step: Step, {in: where, pointer}: {in: string; pointer: string}, value: Value | 'absent'): void {
	const values =
		where === 'query'
			? step.call.query
			: where === 'header'
				? step.call.headers
				: where === 'path'
					? step.call.path
					: null;
	if (values) {
		if (value === 'absent') delete values[pointer];
		else values[pointer] = value;
		return;
	}
	if (!step.call.body || !('value' in step.call.body)) return;
	const parts = pointer
		.replace(/^\$\.?/, '')
		.split(/\.|\[(\d+)\]/)
		.filter(part => part !== undefined && part !== '');
	let container: Value | undefined = step.call.body.value;
	for (const part of parts.slice(0, -1))
		container =
			container?.is === 'object'
				? container.fields[part]
				: container?.is === 'array'
					? container.items[Number(part)]
					: undefined;
	const last = parts.at(-1) ?? '';
	if (container?.is !== 'object') return;
	if (value === 'absent') delete container.fields[last];
	else container.fields[last] = value;
}

const literal = (value: unknown): Value => ({is: 'literal', value: value as never});

/** Tests that are not there yet. */
export const testForms: readonly Form[] = [
	{
		family: 'add a test, a check',
		example: 'expect 400 when quantity is 0',
		patterns: [
			whole(
				`(?:expect|add a test that expects|test (?:that|for)|check (?:that|for)|there should be|it should answer|answers?) (?:an? )?(?:status )?([45]\\d\\d|4xx|error) (?:when|if|for|with|from)(?: an?| the)? (?:(.+?) (?:with|has|having|where|when) )?(?:the )?([\\w.$'-]+)(?: is| are| equals?| =|:|=| of)? (.+?)(?: (?:in|on|to|of|for) (.+))?`,
			),
		],
		read([sentence, status, target = '', field = '', value = '', more = ''], scope) {
			if (/^(?:missing|absent|not there|not sent|left out)$/i.test(value))
				return refuseValue(field, target || more, 'absent', 'left out', refusalOf(status), scope, sentence);
			const meant = literalOf(value);
			if (meant === undefined || /^(?:without|no|missing)$/i.test(field)) return null;
			return refuseValue(field, target || more, literal(meant), article(meant), refusalOf(status), scope, sentence);
		},
	},
	{
		family: 'add a test, a check',
		example: 'POST /users without email must fail with 422',
		patterns: [
			whole(
				`(?:(?:test|check|expect) (?:that )?)?(.*?) ?(?:without|with no|with a missing|lacking|missing) (?:the |an? )?([\\w.$'-]+) ${refused}(?: ${code})?`,
			),
			whole(
				`(?:expect|test for|check for|add a test for) (?:an? )?([45]\\d\\d|4xx|error) (?:without|when there is no|with no|when|if) (?:the |an? )?([\\w.$'-]+?)(?: is)?(?: (?:missing|left out|absent))?(?: (?:in|on|to|of|for) (.+))?`,
			),
			whole(`(?:a |the )?missing ([\\w.$'-]+)(?: (?:in|on|to|of|for) (.+?))? ${refused}(?: ${code})?`),
			whole(`(?:the )?([\\w.$'-]+) is (?:required|mandatory|obligatory)(?: (?:in|on|to|of|for|by) (.+?))?`),
			whole(`(?:add a test|test|check) (?:for |with )?(.*?) ?without (?:the |an? )?([\\w.$'-]+)`),
		],
		read(match, scope) {
			const [sentence, one = '', two = '', three] = match;
			if (/^(?:expect|test for|check for|add a test for) (?:an? )?(?:[45]\d\d|4xx|error)/i.test(sentence)) {
				if (/ is | = /.test(sentence.replace(/ is (?:missing|left out|absent)/i, ''))) return null;
				return refuseValue(two, three ?? '', 'absent', 'left out', refusalOf(one), scope, sentence);
			}
			if (/^(?:an? |the )?missing /i.test(sentence))
				return refuseValue(one, two, 'absent', 'left out', refusalOf(three), scope, sentence);
			if (/ is (?:required|mandatory|obligatory)/i.test(sentence))
				return refuseValue(one, two, 'absent', 'left out', ['4xx'], scope, sentence);
			return refuseValue(two, one, 'absent', 'left out', refusalOf(three), scope, sentence);
		},
	},
	{
		family: 'add a test, a check',
		example: 'POST /carts with quantity 0 must fail',
		patterns: [
			whole(
				`(.+?) with (?:an? |the )?([\\w.$'-]+?)(?: of| =| set to| being| equal to)? (-?\\d\\S*|"[^"]*"|'[^']*'|null|true|false|empty|negative|zero) ${refused}(?: ${code})?`,
			),
		],
		read([sentence, target = '', field = '', value = '', status], scope) {
			const meant = literalOf(value);
			return refuseValue(field, target, literal(meant), article(meant), refusalOf(status), scope, sentence);
		},
	},
	{
		family: 'add a test, a check',
		example: 'an empty name is refused',
		patterns: [
			whole(`(?:an? )?(empty|negative|null) ([\\w.$'-]+)(?: (?:in|on|to|for) (.+?))? ${refused}(?: ${code})?`),
		],
		read([sentence, value = '', field = '', target = '', status], scope) {
			const meant = literalOf(value);
			return refuseValue(field, target, literal(meant), article(meant), refusalOf(status), scope, sentence);
		},
	},
	{
		family: 'add a test, a check',
		example: 'a quantity of 0 is refused',
		patterns: [
			whole(
				`(?:an? |the )?([\\w.$'-]+) (?:of|=|is|equal to|set to) (.+?)(?: (?:in|on|to|for) (.+?))? ${refused}(?: ${code})?`,
			),
			whole(`refuse (?:an? |the )?([\\w.$'-]+) (?:of|=|is) (.+?)(?: (?:in|on|to|for) (.+?))?`),
		],
		read([sentence, field = '', value = '', target = '', status], scope) {
			const meant = literalOf(value);
			if (meant === undefined || /duplicate|same|taken/i.test(`${field} ${value}`)) return null;
			return refuseValue(field, target, literal(meant), article(meant), refusalOf(status), scope, sentence);
		},
	},
	{
		family: 'add a test, a check',
		example: 'a duplicate code is refused',
		patterns: [
			whole(
				`(?:a |the )?(?:second|duplicate|duplicated|repeated|taken|existing|used) ([\\w.$'-]+)(?: (?:in|on|of|for) (.+?))? ${refused}(?: ${code})?`,
			),
			whole(`(?:the )?([\\w.$'-]+)(?: (?:of|in) (.+?))? (?:must|has to|should) be unique(?: \\(?([45]\\d\\d)\\)?)?`),
			whole(`(?:the )?([\\w.$'-]+)(?: (?:of|in) (.+?))? is unique(?: \\(?([45]\\d\\d)\\)?)?`),
			whole(`(?:two|2) (.+?) with the same ([\\w.$'-]+) ${refused}(?: ${code})?`),
			whole(`(?:creating|posting|sending|adding) (.+?) with the same ([\\w.$'-]+)(?: twice)? ${refused}(?: ${code})?`),
			whole(
				`(?:refuse|reject|forbid|disallow) (?:a )?(?:duplicate|second|repeated)s? ([\\w.$'-]+?)(?: (?:in|on|of|for) (.+?))?(?: with ([45]\\d\\d))?`,
			),
			whole(`(?:the )?same ([\\w.$'-]+) twice(?: (?:in|on|of|for) (.+?))? ${refused}(?: ${code})?`),
		],
		read([sentence, one = '', two = '', status], scope) {
			const isSame = /with the same/i.test(sentence);
			const [field, target] = isSame ? [two, one] : [one, two];
			const subjects = senders(field.replace(/s$/, ''), target, scope).filter(
				({recipe}) => mainStep(recipe!).call.operation.method === 'POST',
			);
			if (subjects.length === 0) return nothing(`No POST sends ${field}.`);
			const statuses = refusalOf(status);
			const operations = subjects.map(subject => {
				const title = `refuses the same ${field} twice with ${statuses.join(' or ')}`;
				return added(subject, scope, {
					title,
					description: `Sends the same request twice; the second one is refused.`,
					sentence,
					steps(main, recipe) {
						const first = {
							...structuredClone(main),
							role: 'setup' as const,
							captures: main.captures.map(one => ({...one, publish: false})),
						};
						return [
							first,
							refusedStep(main, freeStep(recipe, 'again'), `${main.title} again`, statuses, sentence, () => {}),
						];
					},
				});
			});
			return saidOf(operations, scope);
		},
	},
	{
		family: 'add a test, a check',
		example: 'anonymous callers may not call …',
		patterns: [
			whole(
				`(?:anonymous|unauthenticated|unauthori[sz]ed) (?:users?|callers?|people|requests?) (?:may|can|must|should|are)(?: not|not|n't) (?:allowed to )?(?:call|use|read|see|access|reach|do|get|change|delete) (.+)`,
			),
			whole(
				`(.+?) without (?:a |the |any )?(?:credentials?|tokens?|auth(?:ori[sz]ation|entication)?|log-?in|key) ${refused}(?: ${code})?`,
			),
			whole(`(.+?) (?:needs?|requires?) (?:a |the )?(?:credentials?|tokens?|authentication|authori[sz]ation|log-?in)`),
		],
		read([sentence, target = '', status], scope) {
			if (scope.at !== 'plan') return null;
			const ids = new Set(endpointsOf(target, scope).map(({endpointId}) => endpointId));
			const best = new Map<string, Subject>();
			for (const subject of scope.subjects)
				if (
					subject.recipe &&
					subject.endpointId !== null &&
					ids.has(subject.endpointId) &&
					subject.kind === 'endpoint' &&
					mainStep(subject.recipe).cases.length === 0 &&
					mainStep(subject.recipe).call.auth === 'project' &&
					!best.has(subject.endpointId)
				)
					best.set(subject.endpointId, subject);
			if (best.size === 0) return null;
			const statuses: Refusal = status !== undefined && /^\d+$/.test(status) ? [Number(status)] : ([401, 403] as never);
			const operations = [...best.values()].map(subject => {
				const operation = added(subject, scope, {
					title: 'refuses callers without a credential, as asked',
					description: 'Sends the request without a credential.',
					sentence,
					steps: main => [
						refusedStep(main, 'anonymous', `${main.title} without a credential`, statuses, sentence, step => {
							step.call.auth = 'none';
						}),
					],
				});
				if (operation.op === 'row.add') operation.row.category = 'auth';
				return operation;
			});
			return saidOf(operations, scope);
		},
	},
];
