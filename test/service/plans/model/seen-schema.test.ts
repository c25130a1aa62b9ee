import {expect, test} from 'vitest';
import {bothOf} from '../../../../service/plans/model/seen-schema.ts';
import {createSchemas} from '../../../../service/plans/model/schema.ts';

const schemas = createSchemas(() => null);
const string = {type: 'string'};
const both = (documented: object, seen: object) => schemas.plain(bothOf(schemas, documented, seen));
const record = (properties: object, required: string[] = []) => ({
	type: 'object',
	properties,
	...(required.length > 0 ? {required} : {}),
});

test.each<[string, object, object, object]>([
	[
		'what may be left out stays so, though the one record that was seen had it',
		record({id: {type: 'number'}, title: string, desc: string, tag: string}, ['title']),
		record({id: {type: 'integer'}, title: string, desc: string}, ['id', 'title', 'desc']),
		record({id: {type: 'number'}, title: string, desc: string, tag: string}, ['title']),
	],
	[
		'a field that the document requires and no answer has is not required',
		record({id: string, sum: string}, ['id', 'sum']),
		record({id: string}, ['id']),
		record({id: string, sum: string}, ['id']),
	],
	[
		'a field that the document does not know is there',
		record({id: string}, ['id']),
		record({id: string, sum: {type: 'integer'}}, ['id', 'sum']),
		record({id: string, sum: {type: 'integer'}}, ['id', 'sum']),
	],
	[
		'another type is that which was seen',
		record({sum: string}),
		record({sum: {type: 'integer'}}),
		record({sum: {type: 'integer'}}),
	],
	[
		'null was seen beside the type',
		record({sum: string}),
		record({sum: {type: 'null'}}),
		record({sum: {type: ['string', 'null']}}),
	],
	[
		'entries of a list',
		{type: 'array', items: record({id: string, tag: {enum: ['a', 'b']}})},
		{type: 'array', items: record({id: string, tag: string}, ['id', 'tag'])},
		{type: 'array', items: record({id: string, tag: {enum: ['a', 'b'], type: 'string'}})},
	],
])('%s', (_, documented, seen, expected) => {
	expect(both(documented, seen)).toEqual(expected);
});
