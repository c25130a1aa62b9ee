import {describe, expect, test} from 'vitest';
import {leftOut} from '../../../../service/plans/settle/demand-words.ts';
import {demandsIn} from '../../../../service/plans/settle/demands.ts';

const names = [
	'kind',
	'count',
	'price',
	'startsAt',
	'day',
	'email',
	'tags',
	'code',
	'site',
	'active',
	'owner_id',
	'items',
	'title',
];
const asked = (answer: unknown) => Object.fromEntries(demandsIn(answer, names));
const enumOf = (...options: unknown[]) => ({enum: options});

describe('one sentence', () => {
	test.each([
		['kind must be one of the following values: draft, published', enumOf('draft', 'published')],
		["Invalid enum value for kind. Expected 'a' | 'b', received 'x'", enumOf('a', 'b')],
		['kind: Invalid option: expected one of "a"|"b"', enumOf('a', 'b')],
		['"kind" must be one of [small, large]', enumOf('small', 'large')],
		["kind: Input should be 'a', 'b' or 'c'", enumOf('a', 'b', 'c')],
		["'x' is not one of ['a', 'b'] (kind)", enumOf('a', 'b')],
		['Unknown kind "x". Allowed values are: open, in_progress and done.', enumOf('open', 'in_progress', 'done')],
		['kind is invalid, valid kinds: master, slave', enumOf('master', 'slave')],
		[
			'Cannot deserialize value of type `Kind` from String "x": not one of the values accepted for Enum class: [A, B]',
			enumOf('A', 'B'),
		],
		['kind must be either "on" or "off"', enumOf('on', 'off')],
		['kind has to be something else', null],
		['kind is not included in the list', null],
		['The kind of thing that this is, nobody knows', null],
	])('%s', (text, demand) => {
		expect(asked({message: text})['kind'] ?? null).toEqual(demand);
	});

	test.each([
		['count must be an integer number', 'count', {type: 'integer'}],
		['price must be a number conforming to the specified constraints', 'price', {type: 'number'}],
		['startsAt must be a valid ISO 8601 date string', 'startsAt', {type: 'string', format: 'date-time'}],
		['The starts at is not a valid date.', 'startsAt', {type: 'string', format: 'date'}],
		['count: Duration has wrong format. Use one of these formats instead: [DD] [HH:[MM:]]ss[.uuuuuu].', 'count', null],
		['email must be an email', 'email', {type: 'string', format: 'email'}],
		['tags must be an array', 'tags', {type: 'array'}],
		['each value in tags must be one of the following values: red, blue', 'tags', enumOf('red', 'blue')],
		['active must be a boolean value', 'active', {type: 'boolean'}],
		['owner_id must be a UUID', 'owner_id', {type: 'string', format: 'uuid'}],
		['site must be a URL address', 'site', {type: 'string', format: 'uri'}],
		['code must match /^[A-Z]{3}$/ regular expression', 'code', {type: 'string', pattern: '^[A-Z]{3}$'}],
		["code: String should match pattern '^[a-z]+$'", 'code', {type: 'string', pattern: '^[a-z]+$'}],
		['title must be longer than or equal to 5 characters', 'title', {minLength: 5}],
		['title must be shorter than or equal to 20 characters', 'title', {maxLength: 20}],
		['body/title must NOT have fewer than 3 characters', 'title', {minLength: 3}],
		['body/title must NOT have more than 9 characters', 'title', {maxLength: 9}],
		['"title" length must be at least 3 characters long', 'title', {minLength: 3}],
		['title: Length must be between 1 and 20.', 'title', {minLength: 1, maxLength: 20}],
		['code must be exactly 4 characters', 'code', {minLength: 4, maxLength: 4}],
		['count must not be less than 18', 'count', {minimum: 18}],
		['count must not be greater than 99', 'count', {maximum: 99}],
		['count: Input should be greater than 0', 'count', {exclusiveMinimum: 0}],
		['body/count must be >= 1', 'count', {minimum: 1}],
		['count must be less than or equal to 5', 'count', {maximum: 5}],
		['"price" must be a positive number', 'price', {type: 'number'}],
		['property site should not exist', 'site', leftOut],
		['"code" is not allowed', 'code', leftOut],
		['title should not be empty', 'title', {}],
		['title is required', 'title', {}],
		["title can't be blank", 'title', {}],
		['title must be present', 'title', {}],
		['The title field is required.', 'title', {}],
	])('%s', (text, name, demand) => {
		const wanted =
			name === 'tags' && demand !== null && 'enum' in (demand as object) ? {type: 'array', items: demand} : demand;
		expect(asked({message: [text]})[name] ?? null).toEqual(wanted);
	});
});

describe('where it stands', () => {
	test.each<[string, unknown, object]>([
		[
			'class-validator',
			{message: ['kind must be one of the following values: a, b', 'count must be a number'], error: 'Bad Request'},
			{kind: enumOf('a', 'b'), count: {type: 'number'}},
		],
		[
			'nested in a list of class-validator',
			{message: ['items.0.count must not be less than 1']},
			{'items.0.count': {minimum: 1}},
		],
		[
			'fields as keys',
			{
				kind: ['Must be one of: a, b.'],
				day: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'],
				count: ['A valid integer is required.'],
			},
			{kind: enumOf('a', 'b'), day: {type: 'string', format: 'date'}, count: {type: 'integer'}},
		],
		[
			'a field that is called like a heading',
			{title: ['Must be longer than 5 characters.'], errors: {title: ['Must be one of: a, b.']}},
			{title: {minLength: 6, enum: ['a', 'b']}},
		],
		[
			'fields as keys below errors',
			{errors: {email: ['The email must be a valid email address.'], count: ['The count must be at least 18.']}},
			{email: {type: 'string', format: 'email'}, count: {minimum: 18}},
		],
		[
			'loc',
			{
				detail: [
					{type: 'enum', loc: ['body', 'kind'], msg: "Input should be 'a' or 'b'", ctx: {expected: "'a' or 'b'"}},
				],
			},
			{kind: enumOf('a', 'b')},
		],
		[
			'path with options',
			{issues: [{code: 'invalid_value', values: ['a', 'b'], path: ['items', 0, 'kind'], message: 'Invalid option'}]},
			{'items.0.kind': enumOf('a', 'b')},
		],
		[
			'allowed values beside instancePath',
			{
				errors: [
					{
						instancePath: '/kind',
						params: {allowedValues: ['a', 'b']},
						message: 'must be equal to one of the allowed values',
					},
				],
			},
			{kind: enumOf('a', 'b')},
		],
		[
			'field and message',
			{errors: [{field: 'startsAt', message: 'must be a valid datetime'}]},
			{startsAt: {type: 'string', format: 'date-time'}},
		],
		[
			'several in one text',
			{error: '"kind" must be one of [a, b], "count" must be a number'},
			{kind: enumOf('a', 'b'), count: {type: 'number'}},
		],
		['plain text', 'kind must be one of: a, b', {kind: enumOf('a', 'b')}],
		['of a field that was not sent', {message: 'nothing must be a number'}, {}],
		['no text at all', {code: 4, nested: [[[]]], none: null}, {}],
	])('%s', (_, answer, demands) => {
		expect(asked(answer)).toEqual(demands);
	});
});

test('a hostile answer is read in bounds', () => {
	const deep = JSON.parse(`${'['.repeat(2000)}"kind must be one of: a, b"${']'.repeat(2000)}`) as unknown;
	expect(asked(deep)).toEqual({});
	expect(asked(`${'kind, '.repeat(100_000)} must be`)).toEqual({});
	expect(asked({message: Array.from({length: 10_000}, () => 'kind must be a number')})).toEqual({
		kind: {type: 'number'},
	});
});
