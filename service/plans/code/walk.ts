import type {Assert, Check, Paging, Step} from '../recipe.ts';
import {got, type JsonKind, jsonOf, namedJson, read} from './access.ts';
import {writeAsserts} from './asserts.ts';
import type {Draft} from './draft.ts';
import {dict, type Expression, fitsBraces, flat, type Template, text} from './expression.ts';
import {plural} from '../kinds/names.ts';
import {nounOf} from './names.ts';
import {nextKeys} from './pages.ts';
import {each, readPointer, type Segment} from './pointer.ts';
import {activeAsserts} from './references.ts';
import {requestExpression, requestOf} from './request.ts';
import {writeAssert} from './statement.ts';
import {renderValue, valuesOf} from './value.ts';

type Contains = Extract<Check, {type: 'contains'}>;

/** Pages that are looked through for a record; a test that has not found it in a longer list shows nothing. */
const mostPages = 20;

/** The way through the pages of a step's list, when it has to go through them. */
export function walkOf(step: Step): Paging | null {
	for (const {check} of activeAsserts(step)) {
		if (check.type === 'contains' && check.locate !== 'filter' && check.paging) return check.paging;
	}
	return null;
}

/** Looks for records page by page; what else the step checks is checked on the last page that was read. */
export function writeWalk(draft: Draft, step: Step, paging: Paging, response: string): void {
	const wanted = activeAsserts(step).filter(({check}) => check.type === 'contains') as Array<
		Assert & {check: Contains}
	>;
	const [first] = wanted;
	const segments = readPointer(first!.check.list);
	const place = segments.indexOf(each);
	const list = place < 0 ? segments : segments.slice(0, place);
	const key: Segment[] = place < 0 ? [keyOfHandle(first!.check)] : segments.slice(place + 1);
	const entry = nounOf(step.call.operation);
	const entries = draft.names.take(plural(entry), `${entry}_entries`);
	const request = requestOf(draft, step);
	const others = activeAsserts(step).filter(({check}) => check.type !== 'contains');
	const ofStatus = others.filter(({check}) => check.type === 'status' || check.type === 'noServerError');
	const answer = {response, body: jsonOf(response), root: [], sent: null};
	draft.answers.set(step.id, answer);
	// What has to be there need not be looked for any further once it was found.
	const found = wanted.length === 1 && first!.check.present ? flat(renderValue(draft, first!.check.handle)) : null;
	const isLast = paging.by === 'cursor' ? 'not cursor' : `len(${entries}) < ${paging.most}`;
	draft.line(paging.by === 'cursor' ? 'listed, cursor = [], None' : 'listed = []');
	draft.block(headOf(paging), () => {
		draft.put(`${response} = `, requestExpression({...request, params: paramsOf(draft, step, paging)}));
		writeAsserts(draft, {...step, asserts: ofStatus}, answer, {prefix: []});
		const body = paging.by === 'cursor' ? 'part' : answer.body;
		const kindOf = (kind: JsonKind) => (draft.detail.trusting ? null : kind);
		if (paging.by === 'cursor') draft.line(`part = ${namedJson(answer.body, [], kindOf('dict'))}`);
		draft.line(
			`${entries} = ${paging.by === 'cursor' ? read(body, list) : namedJson(answer.body, list, kindOf(key.length > 0 ? 'list' : 'object'))}`,
		);
		draft.line(`listed += [${got('item', key)} for item in ${entries}]`);
		if (paging.by === 'cursor')
			draft.line(
				`cursor = ${nextKeys(paging.page)
					.map(name => `part.get(${text(name)})`)
					.join(' or ')}`,
			);
		draft.block(`if ${found === null ? '' : `${found} in listed or `}${isLast}:`, () => draft.line('break'));
	});
	writeAsserts(draft, {...step, asserts: others.filter(({check}) => check.type !== 'noServerError')}, answer, {
		prefix: [],
		statusIsChecked: true,
	});
	// Where the list goes on, nothing is said about what was not found: the test is blocked.
	if (found !== null)
		writeAssert(draft, `${found} in listed or ${isLast}`, [`setup: the list goes on behind ${mostPages} pages`]);
	for (const {id, check} of wanted) {
		draft.subject = {step: step.id, asserts: [id]};
		const handle = flat(renderValue(draft, check.handle));
		const said: Template[number] = fitsBraces(handle) ? {code: handle, repr: true} : 'the record';
		if (check.present) writeAssert(draft, `${handle} in listed`, ['the list lacks ', said, ': ', {code: 'listed'}]);
		else writeAssert(draft, `${handle} not in listed`, ['the list still has ', said, ': ', {code: 'listed'}]);
	}
	draft.subject = null;
}

function headOf({by, first, most}: Paging): string {
	if (by === 'cursor') return `for _ in range(${mostPages}):`;
	if (by === 'offset') return `for start in range(${first}, ${first + mostPages * most}, ${most}):`;
	return first === 0 ? `for page in range(${mostPages}):` : `for page in range(${first}, ${first + mostPages}):`;
}

function paramsOf(draft: Draft, step: Step, {by, page, size, most}: Paging): Expression {
	const own = valuesOf(draft, step.call.query).filter(([name]) => name !== page && name !== size);
	const turned: Array<readonly [string, Expression]> =
		by === 'cursor'
			? [[size, String(most)]]
			: [
					[page, by === 'page' ? 'page' : 'start'],
					[size, String(most)],
				];
	const params = dict([...own, ...turned]);
	if (by !== 'cursor') return params;
	return {...params, items: [...params.items, {prefix: '**', value: `({${text(page)}: cursor} if cursor else {})`}]};
}

const keyOfHandle = ({handle}: Contains): string => {
	const last = handle.is === 'step' ? readPointer(handle.pointer).at(-1) : undefined;
	return typeof last === 'string' ? last : 'id';
};
