import {describe, expect, test} from 'vitest';
import {renderTest} from '../../../service/plans/code/render-test.ts';
import type {Kind} from '../../../service/plans/kinds/kind.ts';
import {endingOf} from '../../../service/plans/kinds/ending.ts';
import {analyseApi} from '../../../service/plans/kinds/analyse-api.ts';
import {sampleOf} from '../../../service/plans/data/unique-shape.ts';
import type {MadeRow} from '../../../service/plans/plan-rows.ts';
import type {Recipe, Value, Values} from '../../../service/plans/recipe.ts';
import {settledValue} from '../../../service/plans/data/settled-value.ts';
import {numbered} from '../../../service/plans/settle/ladder-recipe.ts';
import {numberedValue} from '../../../service/plans/data/unique-shape.ts';
import {documentOf, planOf, rowOf, shop} from './shop-plan.ts';

const shopPlan = planOf(shop());
test('a text at its bound is another one in every test where it may be there once only', () => {
	const name = {type: 'string', maxLength: 60, description: 'A unique name.'};
	const plan = planOf(collection({name, note: {type: 'string', maxLength: 20}}, ['name']));
	const {steps} = rowOf(plan, 'POST /tickets bounds-accepted').recipe;
	const values = steps.find(({cases}) => cases.length > 0)!.cases.map(({patch}) => patch[0]!.value);
	expect(values).toEqual([
		{is: 'unique', shape: expect.stringMatching(/^Amber meadow .*\{RUN_TAG\}$/)},
		{is: 'literal', value: 'Amber meadow Amber m'},
	]);
	expect(sampleOf((values[0] as {shape: string}).shape)).toHaveLength(60);
});

test('a text of one letter is another one where a record is replaced than where it is made', () => {
	const plan = planOf(
		collection({name: {type: 'string'}, title: {type: 'string', minLength: 1}}, ['name', 'title'], {patch: true}),
	);
	const sentBy = (row: string) => {
		const {steps} = rowOf(plan, row).recipe;
		return steps.find(({cases}) => cases.length > 0)!.cases[0]!.patch[0]!.value;
	};
	expect(sentBy('POST /tickets bounds-accepted')).toEqual({is: 'literal', value: 'A'});
	expect(sentBy('PATCH /tickets/{id} bounds-accepted')).toEqual({is: 'literal', value: 'C'});
});

test('a code of digits differs from case to case, with as many digits as its pattern asks for', () => {
	const isbn = {type: 'string', pattern: '^97[89]\\d{10}$', description: 'Unique.'};
	const plan = planOf(collection({isbn, pages: {type: 'integer', minimum: 1, maximum: 9000}}, ['isbn', 'pages']));
	const code = codeOf(rowOf(plan, 'POST /tickets bounds-accepted'));
	expect(code).toMatch(/"isbn": f"97\d\d\{int\(RUN_TAG, 16\) % 10\*\*7:07d\}\{number:02d\}"/);
	const value = {is: 'unique', shape: '9784{RUN_TAG:7}{CASE:2}'} as const;
	expect(sampleOf(value.shape)).toMatch(/^\d{13}$/);
	expect(numberedValue(value, 3)).toEqual({is: 'unique', shape: '9784{RUN_TAG:7}03'});
	expect(numbered({is: 'unique', shape: '9784{RUN_TAG:9}'}, 3)).toEqual({is: 'unique', shape: '9784{RUN_TAG:8}3'});
});

test.each([
	['^[A-Z]{3}-\\d{4}$', /f"[A-Z]{3}-\{int\(RUN_TAG, 16\) % 10\*\*2:02d\}\{number:02d\}"/],
	['^[A-Z]{3}-\\d{2}$', /f"[A-Z]{3}-\{number:02d\}"/],
])('a code with few digits, %s, differs from case to case', (pattern, written) => {
	const sku = {type: 'string', pattern, description: 'Unique.'};
	const plan = planOf(collection({sku, pages: {type: 'integer', minimum: 1, maximum: 9000}}, ['sku', 'pages']));
	expect(codeOf(rowOf(plan, 'POST /tickets bounds-accepted'))).toMatch(written);
});

test('a code whose row of digits may be long has a long one', () => {
	const plate = {type: 'string', pattern: '^[A-Z]{1,3}-[A-Z]{1,2} \\d{1,4}$', description: 'Unique.'};
	const plan = planOf(collection({plate}, ['plate']));
	expect(codeOf(rowOf(plan, 'POST /tickets create'))).toMatch(/[A-Z]+-[A-Z]+ \{int\(RUN_TAG, 16\) % 10\*\*4:04d\}/);
});

test('a code that may have digits has them, however short the first that comes to mind is', () => {
	const plate = {type: 'string', pattern: '^[A-Z]{1,3}-[A-Z0-9 ]{1,8}$', description: 'Unique.'};
	const document = collection({plate, seats: {type: 'integer', minimum: 1, maximum: 90}}, ['plate', 'seats']);
	for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
		const written = codeOf(rowOf(planOf(document, {seed}), 'POST /tickets create'));
		expect(written).toMatch(/"plate": f"[A-Z]{1,3}-[A-Z0-9 ]*\{int\(RUN_TAG, 16\) % 10\*\*[4-8]:0[4-8]d\}/);
	}
});

test('a moment is so many days and hours away', () => {
	const span = {from: {type: 'string', format: 'date-time'}, to: {type: 'string', format: 'date-time'}};
	const code = codeOf(rowOf(planOf(collection(span, ['from', 'to'])), 'POST /tickets create'));
	expect(code).toMatch(/"to": [^\n]*timedelta\(days=\d+, hours=\d+\.5\)/);
});

test('a code of letters alone has those of the tag, others in every record and case', () => {
	const code = {type: 'string', pattern: '^[A-Z]{3}$'};
	const pages = {type: 'integer', minimum: 1, maximum: 9000};
	const plan = planOf(collection({code, pages}, ['code', 'pages']));
	expect(codeOf(rowOf(plan, 'POST /tickets create'))).toContain('"code": f"{tag_letters(3)}"');
	expect(codeOf(rowOf(plan, 'POST /tickets bounds-accepted'))).toMatch(/"code": f"\{tag_letters\(3, number\)\}"/);
	const {steps} = rowOf(plan, 'GET /tickets/{id} read').recipe;
	const codes = steps.flatMap(({call}) => JSON.stringify(call.body ?? {}).match(/RUN_TAG:A3\w*/g) ?? []);
	expect(new Set(codes).size).toBe(2);
	expect(numberedValue({is: 'unique', shape: '{RUN_TAG:A3_CASE}'}, 4)).toEqual({is: 'unique', shape: '{RUN_TAG:A3_4}'});
});

test('two records of one test have two texts where a short one has room for one tag, pattern or none', () => {
	const number = {type: 'string', minLength: 1, description: 'Unique within the ticket office'};
	for (const maxLength of [4, 8, 9]) {
		const plan = planOf(collection({number: {...number, maxLength}}, ['number']));
		const shapes = rowOf(plan, 'GET /tickets/{id} read').recipe.steps.flatMap(({call}) =>
			call.body && 'value' in call.body && call.body.value.is === 'object' ? [call.body.value.fields['number']] : [],
		);
		expect(shapes).toHaveLength(2);
		expect(new Set(shapes.map(one => JSON.stringify(one))).size, JSON.stringify(shapes)).toBe(2);
		for (const shape of shapes) {
			expect(shape?.is).toBe('unique');
			expect(sampleOf((shape as {shape: string}).shape).length).toBeLessThanOrEqual(maxLength);
		}
	}
});

test('two records of one test have two codes, also where their pattern has little room', () => {
	const plan = planOf(collection({code: {type: 'string', pattern: '^[A-Z]{2}-\\d{2}$'}}, ['code']));
	const {steps} = rowOf(plan, 'GET /tickets/{id} read').recipe;
	const codes = steps.flatMap(({call: {body}}) =>
		body && 'value' in body && body.value.is === 'object' ? [JSON.stringify(body.value.fields['code'])] : [],
	);
	expect(codes.length).toBeGreaterThan(1);
	expect(new Set(codes).size).toBe(codes.length);
});

test.each([
	['what only has to begin so', {pattern: '^SN-'}],
	['what may be long', {pattern: '^SN-[0-9A-Z]{4,12}$'}],
	['an example', {pattern: '^SN-', example: 'SN-4711'}],
	['an example that is no form', {example: 'SN-4711'}],
])('a serial number has a part of its own, long enough for many tests: %s', (_, words) => {
	const plan = planOf(collection({serial: {type: 'string', ...words}}, ['serial']));
	for (const row of ['GET /tickets/{id} read', 'POST /tickets create']) {
		const {steps} = rowOf(plan, row).recipe;
		const serials = steps.flatMap(({call: {body}}) =>
			body && 'value' in body && body.value.is === 'object' ? [body.value.fields['serial']!] : [],
		);
		const shapes = serials.map(one => (one.is === 'unique' ? one.shape : null));
		expect(shapes.length).toBeGreaterThan(0);
		for (const shape of shapes) expect(shape).toMatch(/\{RUN_TAG(?:\}|:upper\}|:[7-9]\})/);
		for (const shape of shapes.filter(() => 'pattern' in words)) expect(sampleOf(shape!)).toMatch(/^SN-/);
		expect(new Set(shapes).size).toBe(shapes.length);
	}
});

const codeOf = ({recipe}: MadeRow) => renderTest({...recipe, id: 'rcp_1'} as Recipe);

function fieldsOf(row: MadeRow, step: string): Values {
	const body = row.recipe.steps.find(({id}) => id === step)?.call.body;
	return body && 'value' in body && body.value.is === 'object' ? body.value.fields : {};
}

/** A collection whose records have these fields, with a POST that documents a conflict, and a DELETE. */
function collection(properties: object, required: string[], more: {patch?: boolean} = {}) {
	const record = {type: 'object', required: ['id', ...required], properties: {id: {type: 'integer'}, ...properties}};
	const content = (schema: object) => ({'application/json': {schema}});
	const body = {required: true, content: content({type: 'object', required, properties})};
	const changes = {required: true, content: content({type: 'object', properties})};
	const responses = {200: {description: 'it', content: content(record)}};
	const id = {name: 'id', in: 'path', required: true, schema: {type: 'integer'}};
	return documentOf({
		'/tickets': {
			post: {
				requestBody: body,
				responses: {
					201: {description: 'made', content: content(record)},
					400: {description: 'no'},
					409: {description: 'no'},
				},
			},
		},
		'/tickets/{id}': {
			parameters: [id],
			get: {responses},
			...(more.patch ? {patch: {requestBody: changes, responses}} : {}),
			delete: {responses: {204: {description: 'gone'}}},
		},
	});
}

describe('a value that two records may not share', () => {
	test.each([
		['^[A-Z0-9-]{4,32}$', /^[A-Z]+-0A1B2C3D$/],
		['^[A-Z]{3}-\\d{6}$', /^[A-Z]{3}-\d{6}$/],
		['^\\d{8}$', /^\d{8}$/],
	])('differs per run inside the pattern %s', (pattern, expected) => {
		const plan = planOf(collection({code: {type: 'string', pattern, example: 'ABC'}}, ['code']));
		const {code} = fieldsOf(rowOf(plan, 'POST /tickets create'), 'create');
		expect(code?.is).toBe('unique');
		expect(sampleOf((code as {shape: string}).shape)).toMatch(expected);
		expect(codeOf(rowOf(plan, 'POST /tickets create'))).toContain('RUN_TAG');
	});

	test('is found where a conflict is documented and no field says so', () => {
		const plan = planOf(collection({rank: {type: 'integer'}, plate: {type: 'string'}}, ['rank', 'plate']));
		expect(fieldsOf(rowOf(plan, 'POST /tickets create'), 'create')).toMatchObject({
			plate: {is: 'unique'},
			rank: {is: 'literal'},
		});
	});

	test('differs between all records of one test', () => {
		for (const {key, recipe} of shopPlan.rows) {
			const shapes = recipe.steps
				.filter(({call, role}) => role === 'setup' && call.operation.path === '/users')
				.map(({call}) => JSON.stringify(call.body && 'value' in call.body ? call.body.value : null));
			expect(new Set(shapes).size, key).toBe(shapes.length);
		}
	});

	test('differs from case to case, so that one accepted value does not spoil the next', () => {
		const code = codeOf(rowOf(shopPlan, 'POST /users bounds-accepted'));
		expect(code).toMatch(/for number, \(value, why\) in enumerate\(CASES, 1\):/);
		expect(code).toMatch(/"email": f"\w+\.\{number\}\{RUN_TAG\}@example\.com",/);
	});
});

describe('a state', () => {
	const status = {type: 'string', enum: ['open', 'paid', 'closed'], default: 'open'};

	test('that a record has already is not set again, alone or with the other fields', () => {
		const plan = planOf(
			collection({status, title: {type: 'string'}, note: {type: 'string'}}, ['title'], {patch: true}),
		);
		const row = rowOf(plan, 'PATCH /tickets/{id} update');
		expect(fieldsOf(row, 'create')['status']).toEqual({is: 'literal', value: 'open'});
		expect(fieldsOf(row, 'change')).toEqual({status: {is: 'literal', value: 'paid'}});
		expect(Object.keys(fieldsOf(row, 'change_all'))).toEqual(['title', 'note']);
	});

	test('is left out of the cases of another field', () => {
		const plan = planOf(
			collection({status, title: {type: 'string', minLength: 2, maxLength: 9}}, ['title'], {patch: true}),
		);
		expect(Object.keys(fieldsOf(rowOf(plan, 'PATCH /tickets/{id} bounds-accepted'), 'accepted'))).toEqual(['title']);
	});

	test('of an order of the shop follows the one that it has', () => {
		const row = rowOf(shopPlan, 'PATCH /orders/{orderId} update');
		expect(fieldsOf(row, 'change')).toEqual({status: {is: 'literal', value: 'paid'}});
		expect(row.recipe.steps.map(({id}) => id)).not.toContain('change_all');
	});
});

test('the end of a parent is what its document says: kept by a child, gone with it, or left open', () => {
	const titles = shopPlan.rows.filter(({key}) => key.startsWith('chain family')).map(({title}) => title);
	expect(titles).toContain('A product with reviews: kept while it has one, then deleted');
	const api = analyseApi(shop());
	const kind = (noun: string) => api.kinds.find(one => one.noun === noun)!;
	expect(endingOf(kind('cart'), kind('item'))).toBe('goes');
	expect(endingOf(kind('user'), kind('cart'))).toBe('stays');
	expect(endingOf(kind('user'), kind('coupon'))).toBe('open');
});

test('a child with an address of its own may outlive a parent whose DELETE says nothing of it', () => {
	const of = (method: string, shape: string) => ({
		method,
		shape,
		endpoint: {answers: [], summary: null, description: null},
	});
	const unit = {deleter: of('DELETE', '/units/{}'), noun: 'unit'} as unknown as Kind;
	const child = (shape: string) => ({reader: of('GET', shape), noun: 'order'}) as unknown as Kind;
	expect(endingOf(unit, child('/orders/{}'))).toBe('open');
	expect(endingOf(unit, child('/units/{}/orders/{}'))).toBe('goes');
});

test('unusual text is sent with the tag of the run: nobody has made that record before', () => {
	const plan = planOf(collection({title: {type: 'string'}}, ['title']));
	const row = rowOf(plan, 'POST /tickets texts');
	const acts = row.recipe.steps.filter(({role}) => role === 'act');
	const shapes = acts.map(({id}) => fieldsOf(row, id)['title']).map(value => value?.is === 'unique' && value.shape);
	expect(shapes).toEqual([
		expect.stringMatching(/^Grüße.*\{RUN_TAG\}$/),
		expect.stringMatching(/^amber .*\{RUN_TAG\}$/),
	]);
	expect(codeOf(row)).toContain(`f"{'amber ' * 1665}`);
});

describe('what two records may not share', () => {
	const patterned = {type: 'string', pattern: '^97[89]\\d{10}$', example: '9780441478125'};
	test.each([
		['card_number', {type: 'string', maxLength: 40}, true],
		['phone_number', {type: 'string', maxLength: 40}, false],
		['isbn', patterned, true],
	])('%s is one of its own: %s', (name, schema, isOwn) => {
		const plan = planOf(collection({[name]: schema}, [name]).valueOf() as ReturnType<typeof documentOf>);
		const values = plan.rows
			.filter(({recipe}) => recipe.endpoint.method === 'POST' && recipe.template === 'create')
			.flatMap(row => row.recipe.steps.map(({id}) => fieldsOf(row, id)[name]?.is));
		expect(values.filter(Boolean)).toEqual([isOwn ? 'unique' : expect.any(String)]);
	});

	test('an hour of its own is booked by every row', () => {
		const plan = planOf(collection({starts_at: {type: 'string', format: 'date-time'}}, ['starts_at'], {patch: true}));
		const offsets = plan.rows.flatMap(({recipe}) =>
			recipe.steps.flatMap(({call}) => {
				const body = call.body && 'value' in call.body && call.body.value.is === 'object' ? call.body.value.fields : {};
				const value = body['starts_at'];
				return value?.is === 'now' && value.offsetSeconds > 0 && recipe.template === 'create'
					? [value.offsetSeconds]
					: [];
			}),
		);
		expect(offsets.length).toBeGreaterThan(0);
		const all = new Set(plan.rows.map(({recipe}) => JSON.stringify(recipe.steps).match(/"offsetSeconds":(\d+)/)?.[1]));
		all.delete(undefined);
		expect(all.size).toBeGreaterThan(3);
		for (const hours of all) expect(Number(hours) % 3600).toBe(0);
	});
});

describe('a name that the description gives', () => {
	const named = (said: string) => {
		const plan = planOf(
			collection({name: {type: 'string', description: `What it is called, e.g. "${said}"`}}, ['name']),
		);
		const row = plan.rows.find(({recipe}) => recipe.template === 'create')!;
		const {name} = fieldsOf(row, 'create');
		return name?.is === 'unique' ? name.shape : name?.is === 'literal' ? name.value : name;
	};
	test.each([
		['example.com.', '{RUN_TAG}.example.com.'],
		['https://example.com/', 'https://example.com/{RUN_TAG}'],
		['Amber Meadow', 'Amber Meadow {RUN_TAG}'],
		['amber', 'amber-{RUN_TAG}'],
	])('%j carries its tag where there is room for one: %j', (said, shape) => {
		expect(named(said)).toBe(shape);
	});
	test('is another one where there is no room for a tag', () => {
		expect(named('192.0.2.1')).toMatch(/\{RUN_TAG\}/);
	});
});

test('what begins at one time and ends at another is short: the tests share whom they book', () => {
	const moment = {type: 'string', format: 'date-time'};
	const plan = planOf(collection({starts_at: moment, ends_at: moment, expires: moment}, ['starts_at', 'ends_at']));
	const {starts_at: start, ends_at: end, expires} = fieldsOf(rowOf(plan, 'POST /tickets create'), 'create');
	const offset = (value: unknown) => (value as {offsetSeconds: number}).offsetSeconds;
	expect(offset(end) - offset(start)).toBe(1800);
	expect(offset(expires) - offset(start)).toBe(6 * 86_400);
});

test.each([
	['arrival', 'departure'],
	['check_in', 'check_out'],
	['valid_from', 'valid_until'],
])('a stay from %s to %s is one night, later than those of other tests', (first, last) => {
	const date = {type: 'string', format: 'date'};
	const plan = planOf(collection({[first]: date, [last]: date}, [first, last]));
	const fields = fieldsOf(rowOf(plan, 'POST /tickets create'), 'create');
	const days = (value: unknown) => (value as {offsetSeconds: number}).offsetSeconds / 86_400;
	expect(days(fields[last]) - days(fields[first])).toBe(1);
	expect(days(fields[first])).toBeGreaterThan(1);
});

test.each([
	['opens_from', '^([01][0-9]|2[0-3]):[0-5][0-9]$', {is: 'literal', value: '09:30'}],
	['open_until', '^\\d{2}:\\d{2}(:\\d{2})?$', {is: 'literal', value: '17:30'}],
	['arrival', '^\\d{4}-\\d{2}-\\d{2}$', {is: 'now', offsetSeconds: 86_400, format: 'date'}],
])('%s, of which a pattern tells the form alone, is a time that there is', (name, pattern, expected) => {
	const plan = planOf(collection({title: {type: 'string'}, [name]: {type: 'string', pattern}}, ['title', name]));
	expect(fieldsOf(rowOf(plan, 'POST /tickets create'), 'create')[name]).toEqual(expected);
});

test('a settled code in capitals differs from record to record and from case to case', () => {
	const shape = 'AMBE{RUN_TAG:upper}';
	const body = {contentType: 'application/json', required: true, schema: {}, sample: null, only: ['sku']};
	const sku: Value = {is: 'unique', shape};
	const made = (unique: object) =>
		settledValue({is: 'object', fields: {sku}}, {...body, values: {sku}}, {fields: 'all', unique});
	const of = (other: string) => ({is: 'object', fields: {sku: {is: 'unique', shape: other}}});
	expect(made({taken: new Set([shape])})).toEqual(of('AMBE{RUN_TAG:upper}2'));
	expect(made({perCase: true})).toEqual(of('AMBE{CASE}{RUN_TAG:upper}'));
	expect(numbered(sku, 3)).toEqual({is: 'unique', shape: 'AMBE{RUN_TAG:upper}3'});
});

test('a text that was accepted as one word gives other records its form, not its value', () => {
	const path = (value: string): Value => ({is: 'literal', value});
	const body = {contentType: 'application/json', required: true, schema: {}, sample: null, only: ['path', 'kind']};
	const values = {path: path('amber_linden'), kind: path('file')};
	const sent = (planned: string) =>
		settledValue(
			{is: 'object', fields: {path: path(planned), kind: path('Some kind')}},
			{...body, values},
			{fields: 'all'},
		);
	expect(sent('Harbor Shore')).toEqual({is: 'object', fields: {path: path('harbor_shore'), kind: path('file')}});
	expect(sent('harbor')).toEqual({is: 'object', fields: {path: path('amber_linden'), kind: path('file')}});
});

describe('a record that says nothing but whom it relates', () => {
	const content = (schema: object) => ({'application/json': {schema}});
	const of = (properties: object) => ({
		required: true,
		content: content({type: 'object', required: Object.keys(properties), properties}),
	});
	const made = {
		201: {description: '', content: content({type: 'object', properties: {id: {type: 'integer'}}})},
		409: {description: 'taken'},
	};
	const gone = {delete: {responses: {204: {description: ''}}}};
	const school = (link: object) =>
		planOf(
			documentOf({
				'/courses': {post: {requestBody: of({title: {type: 'string'}}), responses: made}},
				'/courses/{courseId}': gone,
				'/students': {post: {requestBody: of({name: {type: 'string'}}), responses: made}},
				'/students/{studentId}': gone,
				'/courses/{courseId}/enrolments': {post: {requestBody: of(link), responses: made}},
				'/courses/{courseId}/enrolments/{enrolmentId}': gone,
			}),
		);
	const stepsOf = (plan: ReturnType<typeof planOf>, key: string) => {
		const {steps, consumes} = rowOf(plan, key).recipe;
		return {ids: steps.map(({id}) => id), consumes};
	};
	const path = '/courses/{courseId}/enrolments';

	test('is made of a record of its own by every test but the one that gives it to others', () => {
		const plan = school({studentId: {type: 'integer'}});
		expect(stepsOf(plan, `POST ${path} create`)).toMatchObject({
			ids: ['create'],
			consumes: ['course_id', 'student_id'],
		});
		const own = stepsOf(plan, `DELETE ${path}/{enrolmentId} delete`);
		expect(own.ids.slice(0, 2)).toEqual(['partner_student', 'create']);
		expect(own.consumes).toEqual(['course_id']);
	});

	test('is made of those alone that its body names: what may be left out is made for nobody', () => {
		const room = {
			'/rooms': {post: {requestBody: of({title: {type: 'string'}}), responses: made}},
			'/rooms/{roomId}': gone,
		};
		const link = {
			type: 'object',
			required: ['studentId'],
			properties: {studentId: {type: 'integer'}, roomId: {type: 'integer'}},
		};
		const plan = planOf(
			documentOf({
				...room,
				'/students': {post: {requestBody: of({name: {type: 'string'}}), responses: made}},
				'/students/{studentId}': gone,
				'/courses': {post: {requestBody: of({title: {type: 'string'}}), responses: made}},
				'/courses/{courseId}': gone,
				[path]: {post: {requestBody: {required: true, content: content(link)}, responses: made}},
				[`${path}/{enrolmentId}`]: gone,
			}),
		);
		const {steps} = rowOf(plan, `DELETE ${path}/{enrolmentId} delete`).recipe;
		const sent = steps.find(({id}) => id === 'create')?.call.body;
		expect(JSON.stringify(sent)).not.toContain('roomId');
		expect(steps.map(({id}) => id)).not.toContain('partner_room');
		expect(steps.map(({id}) => id)).toContain('partner_student');
	});

	test.each([
		['with a number, where a conflict is documented', {409: {description: 'already enrolled'}}, 'partner_student'],
		['with a number, where nothing says so', {}, 'create'],
	])('is made of a record of its own %s', (_, more, first) => {
		const plan = planOf(
			documentOf({
				'/courses': {post: {requestBody: of({title: {type: 'string'}}), responses: made}},
				'/courses/{courseId}': gone,
				'/students': {post: {requestBody: of({name: {type: 'string'}}), responses: made}},
				'/students/{studentId}': gone,
				[path]: {
					post: {
						requestBody: of({studentId: {type: 'integer'}, weeks: {type: 'integer'}}),
						responses: {201: made[201], ...more},
					},
				},
				[`${path}/{enrolmentId}`]: gone,
			}),
		);
		expect(stepsOf(plan, `DELETE ${path}/{enrolmentId} delete`).ids[0]).toBe(first);
		expect(stepsOf(plan, `POST ${path} create`).ids).toEqual(['create']);
	});

	test('is made of the record that the row is about, and of others of its own beside it', () => {
		const kept = {delete: {responses: {204: {description: ''}, 409: {description: 'it has loans'}}}};
		const plan = planOf(
			documentOf({
				'/books': {post: {requestBody: of({title: {type: 'string'}}), responses: made}},
				'/books/{bookId}': kept,
				'/members': {post: {requestBody: of({name: {type: 'string'}}), responses: made}},
				'/members/{memberId}': kept,
				'/branches': {post: {requestBody: of({name: {type: 'string'}}), responses: made}},
				'/branches/{branchId}': gone,
				'/loans': {
					post: {
						requestBody: of({
							bookId: {type: 'integer'},
							memberId: {type: 'integer'},
							branchId: {type: 'integer'},
							days: {type: 'integer'},
						}),
						responses: made,
					},
				},
				'/loans/{loanId}': gone,
			}),
		);
		for (const [row, partner] of [
			['DELETE /books/{bookId} conflict', 'partner_member'],
			['DELETE /members/{memberId} conflict', 'partner_book'],
		] as const)
			expect([row, stepsOf(plan, row).ids.slice(0, 4)]).toEqual([
				row,
				['create', partner, 'partner_branch', 'create_loan'],
			]);
	});

	test('is made of two records of its own where its body names both', () => {
		const plan = planOf(
			documentOf({
				'/books': {post: {requestBody: of({title: {type: 'string'}}), responses: made}},
				'/books/{bookId}': gone,
				'/members': {post: {requestBody: of({name: {type: 'string'}}), responses: made}},
				'/members/{memberId}': gone,
				'/loans': {
					post: {
						requestBody: of({
							bookId: {type: 'integer'},
							memberId: {type: 'integer'},
							due: {type: 'string', format: 'date'},
						}),
						responses: made,
					},
				},
				'/loans/{loanId}': gone,
			}),
		);
		const {ids, consumes} = stepsOf(plan, 'DELETE /loans/{loanId} delete');
		expect(ids.slice(0, 3)).toEqual(['partner_book', 'partner_member', 'create']);
		expect(consumes).toEqual([]);
	});

	test('is another one where something in it is its own', () => {
		const plan = school({studentId: {type: 'integer'}, seat: {type: 'string'}});
		expect(stepsOf(plan, `DELETE ${path}/{enrolmentId} delete`).ids[0]).toBe('create');
	});
});

test('a body that is known by a sample alone is sent whole by those who only need its record', () => {
	const sample = {
		schema: {type: 'object', properties: {title: {type: 'string'}, seats: {type: 'integer'}}},
		example: {title: 'Yoga', seats: 12},
	};
	const plan = planOf(
		documentOf({
			'/classes': {post: {requestBody: {content: {'application/json': sample}}, responses: {}}},
			'/classes/{classId}': {delete: {responses: {}}},
		}),
	);
	expect(Object.keys(fieldsOf(rowOf(plan, 'DELETE /classes/{classId} delete'), 'create'))).toEqual(['title', 'seats']);
});
