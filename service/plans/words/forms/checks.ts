import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import type {Check, Step} from '../../recipe.ts';
import {answerField, mainStep} from '../fields.ts';
import {durationOf, durationPattern, literalOf, whole} from '../sentence.ts';
import {asked, type Form, howMany, nothing, type Reading, type Scope, type Subject} from '../subject.ts';
import {targetsOf} from '../targets.ts';

/** One expectation more for the call of every test that is meant. */
function addCheck(
	subjects: readonly Subject[],
	scope: Scope,
	{
		id,
		message,
		reason,
		sentence,
		check,
	}: {id: string; message: string; reason: string; sentence: string; check(step: Step): Check | null},
): Reading | null {
	const operations = subjects.flatMap((subject): ChangeOperation[] => {
		if (!subject.recipe) return [];
		const step = mainStep(subject.recipe);
		const made = check(step);
		if (!made) return [];
		const known = step.asserts.find(one => one.id === id);
		const assert = asked(id, message, made, sentence);
		return known
			? [{op: 'assert.set', target: subject.id, step: step.id, assertId: id, assert, reason}]
			: [{op: 'assert.add', target: subject.id, step: step.id, assert, reason}];
	});
	return operations.length === 0 ? null : {operations, said: `${howMany(operations, scope)}: ${reason}`};
}

const anAnswer =
	/^(?:it|every (?:answer|response|call|request)|all (?:answers|responses|calls|requests)|(?:the )?(?:answers?|responses?|results?|calls?)|each (?:answer|response|call)|any (?:answer|response)|no (?:answer|response|call))$/i;
const targetIn = (words: string) =>
	anAnswer.test(words.trim()) ? '' : words.replace(/^(?:the )?(?:answers?|responses?|results?) (?:of|to|from) /i, '');

const within =
	'(?:within|in under|under|in less than|less than|below|faster than|in at most|at most|in no more than|no slower than|in)';

/** What is checked besides. */
export const checkForms: readonly Form[] = [
	{
		family: 'add a test, a check',
		example: 'every GET under 500 ms',
		patterns: [
			whole(
				`(.+?) (?:(?:must|should|has to|have to) )?(?:answers?|responds?|returns?|be|is|are|takes?|finish(?:es)?|stays?|come back)? ?${within} ${durationPattern}`,
			),
			whole(
				`(?:no (?:call|request|answer|one)|nothing) (?:may |should |must )?(?:be |takes? |is )?(?:slower|longer) than ${durationPattern}`,
			),
			whole(
				`(?:the )?(?:latency|response time|time|duration)(?: of (.+?))? (?:must be |is |should be |stays )?(?:below|under|at most|less than|within|max(?:imum)?) ${durationPattern}`,
			),
			whole(
				`(?:max(?:imum)?|limit)(?: the)? (?:latency|response time|time)(?: (?:of|for) (.+?))?:? (?:to |is )?${durationPattern}`,
			),
		],
		read(match, scope) {
			const [sentence, ...rest] = match;
			const unit = rest.at(-1) ?? 'ms';
			const amount = rest.at(-2) ?? '0';
			const words = rest.length === 3 ? (rest[0] ?? '') : '';
			const ms = durationOf(amount, unit);
			const wanted = targetsOf(targetIn(words), scope);
			return addCheck(wanted, scope, {
				id: 'latency',
				message: 'expected an answer within {expected}, it took {actual}',
				reason: `answers within ${ms} ms`,
				sentence,
				check: step => (step.cases.length > 0 ? null : {type: 'latency', ms}),
			});
		},
	},
	{
		family: 'add a test, a check',
		example: 'never return card numbers',
		patterns: [
			whole(
				"(?:never|don't|do not) (?:return|answer|send back|give|show|leak|expose|reveal|include|contain) (?:the |any |an? )?(.+?)(?: (?:in|on|from|for) (.+))?",
			),
			whole(
				"(.+?) (?:must not|may not|should not|shouldn't|mustn't|never|cannot|does not|doesn't) (?:return|answer|send back|give|show|leak|expose|reveal|include|contain|have)s? (?:the |any |an? )?(.+)",
			),
			whole(
				'no (?:answer|response) (?:may |should |must )?(?:has|have|contains?|shows?|includes?|leaks?) (?:the |an? |any )?(.+)',
			),
			whole('(?:hide|keep) (?:the )?(.+?)(?: secret| out of (?:the |every |all )?(?:answers?|responses?))'),
		],
		read(match, scope) {
			const [sentence, one = '', two = ''] = match;
			const isTargetFirst = match.length === 3 && !/^(?:never|don't|do not)/i.test(sentence);
			const [target, words] = isTargetFirst ? [targetIn(one), two] : [targetIn(two), one];
			const wanted = targetsOf(target, scope);
			const names = namesFor(words, wanted);
			const anyOf = names.map(name => ({required: [name]}));
			const schema = names.length === 1 ? {not: {required: [names[0]]}} : {not: {anyOf}};
			return addCheck(wanted, scope, {
				id: `never:${names[0]}`,
				message: `the answer gives ${names[0]} away`,
				reason: `never returns ${names.join(', ')}`,
				sentence,
				check: step =>
					step.cases.length > 0 || !answersObject(step)
						? null
						: {type: 'shape', pointer: '$', schema: schema as never, closed: false},
			});
		},
	},
	{
		family: 'add a test, a check',
		example: 'every answer has X-Request-Id',
		patterns: [
			whole(
				'(.+?) (?:must |should |has to |have to |always )?(?:has|have|carry|carries|sends?|includes?|comes? with|contains?) (?:an? |the )?(?:header )?([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|ETag|Location|Link|Vary|Allow)(?: header)?',
			),
			whole(
				'(?:expect|check|require)(?: for)? (?:an? |the )?(?:header )?([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|ETag|Location|Link|Vary|Allow)(?: header)?(?: (?:in|on|of|for|from|when) (.+))?',
			),
		],
		read(match, scope) {
			const [sentence, one = '', two = ''] = match;
			const isHeaderFirst = /^(?:expect|check|require)/i.test(sentence);
			const [name, words] = isHeaderFirst ? [one, two] : [two, one];
			const wanted = targetsOf(targetIn(words), scope);
			return addCheck(wanted, scope, {
				id: `header:${name.toLowerCase()}`,
				message: `expected the header ${name}, got {actual}`,
				reason: `answers have ${name}`,
				sentence,
				check: step => (step.cases.length > 0 ? null : {type: 'header', name, matches: null, namesRecord: false}),
			});
		},
	},
	{
		family: 'add a test, a check',
		example: 'total must be 1290',
		patterns: [
			whole(
				"(?:expect|check|assert)(?: that)? (?:the )?([\\w.$'\\[\\]-]+) (?:to be|is|equals|to equal|=|==|must be|should be) (.+?)(?: (?:in|of|for|when|on) (.+))?",
			),
			whole("(?:the )?([\\w.$'\\[\\]-]+) (?:must|should|has to) (?:be|equal) (.+?)(?: (?:in|of|for|when|on) (.+))?"),
		],
		read([sentence, field = '', value = '', words = ''], scope) {
			if (
				/^(?:positive|negative|present|there|set|sorted|required|valid|unchanged|an?|not|at|less|more|greater|below|above|exact(?:ly)?|identical|unique|refused|rejected|high|low|medium|p[0-3])\b/i.test(
					value,
				) ||
				/^[1-5]\d\d$/.test(value)
			)
				return null;
			const meant = literalOf(value);
			const wanted = targetsOf(words, scope).filter(
				({recipe}) => recipe && answerField(mainStep(recipe), field).length > 0,
			);
			if (meant === undefined) return null;
			if (wanted.length === 0)
				return /^(?:expect|assert)/i.test(sentence) ? nothing(`No answer is known to have ${field}.`) : null;
			return addCheck(wanted, scope, {
				id: `equals:${field}`,
				message: `${field}: expected {expected}, got {actual}`,
				reason: `${field} is ${JSON.stringify(meant)}`,
				sentence,
				check(step) {
					const [pointer] = answerField(step, field);
					return pointer === undefined
						? null
						: {type: 'equals', pointer, value: {is: 'literal', value: meant}, as: 'exact'};
				},
			});
		},
	},
	{
		family: 'add a test, a check',
		example: 'every answer is application/json',
		patterns: [
			whole(
				'(.+?) (?:must |should |has to |have to |always )?(?:is|are|be|answers?|returns?) ((?:application|text|image)\\/[\\w.+-]+)',
			),
			whole(
				'(?:the )?(?:content|media)[- ]type(?: of (.+?))? (?:is|must be|should be) ((?:application|text|image)\\/[\\w.+-]+)',
			),
		],
		read([sentence, words = '', type = ''], scope) {
			return addCheck(targetsOf(targetIn(words), scope), scope, {
				id: 'content-type',
				message: 'expected {expected}, got {actual}',
				reason: `answers are ${type}`,
				sentence,
				check: step => (step.cases.length > 0 ? null : {type: 'contentType', is: type}),
			});
		},
	},
	{
		family: 'add a test, a check',
		example: 'the answer must have the field total',
		patterns: [
			whole(
				"(.+?) (?:must |should |has to |always )?(?:has|have|contains?|includes?|returns?) (?:the |an? )?(?:field|property|key) ([\\w.$'-]+)",
			),
			whole("(?:expect|require) (?:the |an? )?(?:field|property|key) ([\\w.$'-]+)(?: (?:in|of|for|when|on) (.+))?"),
		],
		read(match, scope) {
			const [sentence, one = '', two = ''] = match;
			const [name, words] = /^(?:expect|require)/i.test(sentence) ? [one, two] : [two, one];
			return addCheck(targetsOf(targetIn(words), scope), scope, {
				id: `field:${name}`,
				message: `the answer has no ${name}`,
				reason: `answers have the field ${name}`,
				sentence,
				check: step =>
					answersObject(step) && step.cases.length === 0
						? {type: 'shape', pointer: '$', schema: {type: 'object', required: [name]}, closed: false}
						: null,
			});
		},
	},
];

/** A call whose success is a JSON object. */
const answersObject = ({asserts, call}: Step): boolean =>
	call.operation.method !== 'DELETE' &&
	asserts.some(
		({check}) =>
			check.type === 'shape' || check.type === 'equals' || check.type === 'sameAs' || check.type === 'contentType',
	);

/** `card numbers` → the field that answers have by that name, else the names that it may have. */
function namesFor(words: string, subjects: readonly Subject[]): string[] {
	const plain = words.trim().replace(/^(?:the|any|an?)\s+/i, '');
	for (const {recipe} of subjects) {
		const [pointer] = recipe ? answerField(mainStep(recipe), plain) : [];
		if (pointer !== undefined) return [pointer.replace(/^.*[.\]]/, '')];
	}
	const parts = plain
		.replace(/ies$/, 'y')
		.replace(/([^s])s$/, '$1')
		.split(/[\s-]+/);
	if (parts.length === 1) return [parts[0]!];
	const camel = parts
		.map((part, place) =>
			place === 0 ? part.toLowerCase() : part.charAt(0).toUpperCase() + part.slice(1).toLowerCase(),
		)
		.join('');
	return [camel, parts.join('_').toLowerCase()];
}
