import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import type {Priority} from '../../../../contract/enums.ts';
import {whole} from '../sentence.ts';
import {type Form, howMany, nothing, type Scope, type Subject} from '../subject.ts';
import {targetsOf} from '../targets.ts';

const level =
	'(p[0-3]|highest|very high|high|top|critical|important|urgent|medium|normal|default|low|lowest|unimportant|minor)';

function priorityOf(word: string): Priority {
	if (/^p[0-3]$/i.test(word)) return word.toLowerCase() as Priority;
	if (/^(?:highest|very high|high|top|critical|urgent)$/i.test(word)) return 'p0';
	if (/^important$/i.test(word)) return 'p1';
	return /^(?:medium|normal|default)$/i.test(word) ? 'p2' : 'p3';
}

function prioritise(words: string, priority: Priority, scope: Scope) {
	// "make checkout high and orders low" are two clauses.
	if (/\b(?:high|medium|low|p[0-3]) and /i.test(words)) return null;
	const wanted = targetsOf(words, scope);
	if (wanted.length === 0) return null;
	const reason = `priority ${priority}`;
	const changed = wanted.filter(one => one.priority !== priority);
	if (changed.length === 0) return nothing(`${howMany(wanted, scope)} with priority ${priority} already.`);
	return {
		operations: changed.map(({id}): ChangeOperation => ({op: 'row.set', target: id, priority, reason})),
		said: `${howMany(changed, scope)}: ${reason}`,
	};
}

const steps: readonly Priority[] = ['p0', 'p1', 'p2', 'p3'];

/** Rows keep their order among themselves. */
function move(moved: readonly Subject[], beside: Subject, side: 'before' | 'after', reason: string): ChangeOperation[] {
	let last = beside.id;
	return moved.map((one, place) => {
		const operation: ChangeOperation =
			place === 0 && side === 'before'
				? {op: 'row.set', target: one.id, before: last, reason}
				: {op: 'row.set', target: one.id, after: last, reason};
		last = one.id;
		return operation;
	});
}

function reorder(first: string, second: string, scope: Scope) {
	if (scope.at !== 'plan') return null;
	const [one, other] = [targetsOf(first, scope), targetsOf(second, scope)];
	if (one.length === 0 || other.length === 0) return null;
	const moved = one.filter(subject => !other.includes(subject));
	const beside = other.find(subject => !one.includes(subject));
	if (moved.length === 0 || !beside) return null;
	const reason = `${first} before ${second}`;
	return {operations: move(moved, beside, 'before', reason), said: `${howMany(moved, scope)} moved: ${reason}`};
}

/** What is run first. */
export const orderForms: readonly Form[] = [
	{
		family: 'priority, order',
		example: 'make … high',
		patterns: [
			whole(
				`(?:make|set|mark|give|put|turn) (.+?) (?:to |as |at |a |on |into )?(?:priority )?${level}(?: priority| prio)?`,
			),
			whole(`(.+?) (?:is|are|has|have|should be|must be|gets?) (?:of )?(?:priority )?${level}(?: priority| prio)?`),
			whole(`(?:set|change|put) (?:the )?priority of (.+?) to ${level}`),
			whole(`(.+?): (?:priority )?${level}(?: priority)?`),
		],
		read: ([, words = '', name = ''], scope) => prioritise(words, priorityOf(name), scope),
	},
	{
		family: 'priority, order',
		example: 'p0 for …',
		patterns: [whole(`(?:priority )?${level}(?: priority| prio)? (?:for|to) (.+)`)],
		read: ([, name = '', words = ''], scope) => prioritise(words, priorityOf(name), scope),
	},
	{
		family: 'priority, order',
		example: 'raise the priority of …',
		patterns: [
			whole('(raise|increase|lower|decrease|reduce) (?:the )?(?:priority|prio) of (.+)'),
			whole('(prioriti[sz]e|deprioriti[sz]e) (.+)'),
		],
		read([, verb = '', words = ''], scope) {
			const wanted = targetsOf(words, scope);
			if (wanted.length === 0) return null;
			const isUp = /^(?:raise|increase|prior)/i.test(verb);
			const reason = isUp ? 'a higher priority' : 'a lower priority';
			const operations = wanted.flatMap(({id, priority}): ChangeOperation[] => {
				const next = steps[steps.indexOf(priority) + (isUp ? -1 : 1)];
				return next ? [{op: 'row.set', target: id, priority: next, reason}] : [];
			});
			return operations.length === 0
				? nothing(`${howMany(wanted, scope)} cannot go any ${isUp ? 'higher' : 'lower'}.`)
				: {operations, said: `${howMany(operations, scope)}: ${reason}`};
		},
	},
	{
		family: 'priority, order',
		example: 'run … before …',
		patterns: [
			whole(
				'(?:run|test|do|put|move|place|start|execute) (.+?) (?:to run )?(?:before|ahead of|prior to|in front of) (.+)',
			),
			whole('(.+?) (?:must|should|has to|have to|goes?|comes?|runs?) (?:run |come |go )?before (.+)'),
			whole('(.+?) before (.+)'),
		],
		read: ([, first = '', second = ''], scope) => reorder(first, second, scope),
	},
	{
		family: 'priority, order',
		example: 'run … after …',
		patterns: [
			whole('(?:run|test|do|put|move|place|start|execute) (.+?) (?:after|behind) (.+)'),
			whole('(.+?) (?:must|should|has to|have to|goes?|comes?|runs?) (?:run |come |go )?after (.+)'),
			whole('(.+?) after (.+)'),
		],
		read: ([, second = '', first = ''], scope) => reorder(first, second, scope),
	},
	{
		family: 'priority, order',
		example: 'run … first',
		patterns: [
			whole(
				'(?:run|test|do|put|move|place) (.+?) (first|last|at the (?:start|beginning|end|top|bottom)|to the (?:start|beginning|end|top|bottom|front))',
			),
			whole('(start|begin|end|finish) with (.+)'),
		],
		read([, one = '', other = ''], scope) {
			if (scope.at !== 'plan') return null;
			const isVerbFirst = /^(?:start|begin|end|finish)$/i.test(one);
			const [words, where] = isVerbFirst ? [other, one] : [one, other];
			const isFirst = /first|start|begin|top|front/i.test(where);
			const wanted = targetsOf(words, scope);
			const others = scope.subjects.filter(subject => !wanted.includes(subject));
			const beside = isFirst ? others[0] : others.at(-1);
			if (wanted.length === 0 || !beside) return null;
			const reason = `${words} ${isFirst ? 'first' : 'last'}`;
			return {
				operations: move(wanted, beside, isFirst ? 'before' : 'after', reason),
				said: `${howMany(wanted, scope)} moved: ${reason}`,
			};
		},
	},
];
