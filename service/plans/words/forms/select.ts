import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import {whole} from '../sentence.ts';
import {count, type Form, nothing, type Scope, type Subject} from '../subject.ts';
import {endpointsBelow, targetsOf} from '../targets.ts';

const rows = (subjects: readonly Subject[]) => subjects.filter(({id}) => id.startsWith('row_'));

const tick = (subjects: readonly Subject[], selected: boolean, reason: string): ChangeOperation[] =>
	rows(subjects)
		.filter(one => one.selected !== selected)
		.map(({id}) => ({op: 'row.select', target: id, selected, reason}));

/** Exactly these of some rows are ticked afterwards. */
function only(wanted: readonly Subject[], of: readonly Subject[], words: string) {
	const kept = new Set(wanted);
	const others = of.filter(subject => !kept.has(subject));
	const reason = `only ${words}`;
	return {
		operations: [...tick(wanted, true, reason), ...tick(others, false, reason)],
		said: `${count(wanted.length, 'row')} stay ticked, ${count(rows(others).length, 'row')} are unticked: ${reason}`,
	};
}

const inPlan = (scope: Scope) => scope.at === 'plan';

/** Which rows there are, and which become tests. */
export const selectForms: readonly Form[] = [
	{
		family: 'drop, keep, restrict',
		example: 'keep only …',
		patterns: [
			whole('(?:keep|leave|want|need|run|generate) (?:only|just|nothing but) (?:the )?(.+)'),
			whole('(?:only|just) (?:keep|leave|generate|want|the) (.+)'),
			whole(
				'(?:restrict|limit|reduce|narrow)(?: (?:the plan|it|everything|this))? (?:it )?(?:down )?to (?:only )?(.+)',
			),
			whole('nothing but (.+)'),
		],
		read([, words = ''], scope) {
			if (!inPlan(scope)) return null;
			const wanted = targetsOf(words, scope);
			return wanted.length === 0 ? null : only(wanted, scope.subjects, words);
		},
	},
	{
		family: 'drop, keep, restrict',
		example: '…: only happy path',
		patterns: [
			whole('(?:for )?([^:]+?): ?(?:only|just|keep only|nothing but) (.+)'),
			whole('for ([^,]+), (?:only|just|keep only) (.+)'),
			whole('(?:of|from) ([^,]+),? keep only (.+)'),
		],
		read([, family = '', words = ''], scope) {
			if (!inPlan(scope)) return null;
			const of = targetsOf(family, scope);
			const wanted = targetsOf(words, scope, of);
			if (of.length === 0 || wanted.length === 0) return null;
			return only(wanted, of, `${words} of ${family}`);
		},
	},
	{
		family: 'drop, keep, restrict',
		example: 'untick …',
		patterns: [
			whole(
				"(untick|unselect|deselect|uncheck|tick|select|include|turn on|turn off|disable|enable|don't run|do not run|don't generate|do not generate) (.+)",
			),
		],
		read([, verb = '', words = ''], scope) {
			if (!inPlan(scope)) return null;
			const wanted = rows(targetsOf(words, scope));
			if (wanted.length === 0) return null;
			const selected = /^(?:tick|select|include|turn on|enable)$/i.test(verb);
			const reason = `${selected ? 'tick' : 'untick'} ${words}`;
			const operations = tick(wanted, selected, reason);
			return operations.length === 0
				? nothing(`All ${count(wanted.length, 'row')} are ${selected ? 'ticked' : 'unticked'} already.`)
				: {operations, said: `${count(operations.length, 'row')} ${selected ? 'ticked' : 'unticked'}: ${words}`};
		},
	},
	{
		family: 'data; exclude; ask',
		example: 'skip /admin',
		patterns: [
			whole(
				"(?:skip|exclude|leave out|omit|ignore|don't test|do not test|never test|don't touch|do not touch|never call|don't call|do not call|stay away from) ((?:(?:GET|POST|PUT|PATCH|DELETE) )?\\/\\S*)(?: (?:endpoints?|family|completely|entirely))?",
			),
			whole('(?:skip|exclude|leave out|omit) (?:the )?(.+?) (?:endpoints?|family|routes?)'),
		],
		read([, words = ''], scope) {
			if (!inPlan(scope)) return null;
			const ids = new Set(endpointsBelow(words, scope).map(({endpointId}) => endpointId));
			if (ids.size === 0) return nothing(`No endpoint is called ${words}.`);
			const own = rows(scope.subjects).filter(({endpointId}) => endpointId !== null && ids.has(endpointId));
			if (own.length === 0) return nothing(`${words} has no rows.`);
			const reason = `${words} is excluded`;
			return {
				operations: own.map(({id}) => ({op: 'row.remove', target: id, reason})),
				said: `${count(own.length, 'row')} of ${count(ids.size, 'endpoint')} removed: ${reason}`,
			};
		},
	},
	{
		family: 'drop, keep, restrict',
		example: 'drop …',
		patterns: [
			whole(
				"(?:drop|remove|delete|get rid of|throw (?:out|away)|discard|kill|I don't (?:want|need)|we don't need|no need for|no) (.+)",
			),
		],
		read([, words = ''], scope) {
			if (!inPlan(scope) || /\b(?:step|check|header|field|assertion|expectation)\b/i.test(words)) return null;
			const wanted = rows(targetsOf(words, scope));
			if (wanted.length === 0)
				return /\b(?:tests?|rows?|every|all)\b/i.test(words) ? nothing(`No row fits "${words}".`) : null;
			const reason = `drop ${words}`;
			return {
				operations: wanted.map(({id}) => ({op: 'row.remove', target: id, reason})),
				said: `${count(wanted.length, 'row')} removed: ${words}`,
			};
		},
	},
];
