import {expect, test} from 'vitest';
import {inlineSchema} from '../../../service/discovery/inline-schema.ts';

const wide = (depth: number): object =>
	depth === 0 ? {type: 'string'} : {type: 'object', properties: {left: wide(depth - 1), right: wide(depth - 1)}};

test('one wide branch takes nothing from its neighbours', () => {
	const shape = inlineSchema(
		{},
		{type: 'object', properties: {settings: wide(8), ownerId: {type: 'string', description: 'ID of the owner'}}},
	) as {properties: {ownerId: object}};
	expect(shape.properties.ownerId).toEqual({type: 'string', description: 'ID of the owner'});
});

test('what is circular keeps its reference as a name, and what lies behind many references is written out', () => {
	const schemas: Record<string, object> = {
		Node: {type: 'object', properties: {next: {$ref: '#/Node'}, id: {type: 'string'}}},
		End: {type: 'object', properties: {id: {type: 'integer'}}},
	};
	for (let place = 0; place < 20; place++)
		schemas[`Link${place}`] = {$ref: place === 19 ? '#/End' : `#/Link${place + 1}`};
	expect(inlineSchema(schemas, {$ref: '#/Node'})).toEqual({
		title: 'Node',
		type: 'object',
		properties: {next: {$ref: '#/Node'}, id: {type: 'string'}},
	});
	expect(inlineSchema(schemas, {$ref: '#/Link0'})).toMatchObject({properties: {id: {type: 'integer'}}});
	expect(inlineSchema({Loop: {$ref: '#/Again'}, Again: {$ref: '#/Loop'}}, {$ref: '#/Loop'})).toEqual({$ref: '#/Loop'});
});

test('a text that holds bytes is a file, as OpenAPI 3.1 says it; one that holds text is none', () => {
	const field = (words: object) => (inlineSchema({}, {type: 'string', ...words}) as {format?: string}).format;
	expect(field({contentMediaType: 'application/octet-stream'})).toBe('binary');
	expect(field({contentMediaType: 'image/png'})).toBe('binary');
	expect(inlineSchema({}, {type: ['string', 'null'], contentMediaType: 'application/pdf'})).toHaveProperty(
		'format',
		'binary',
	);
	expect(field({contentMediaType: 'image/png', contentEncoding: 'base64'})).toBeUndefined();
	expect(field({contentMediaType: 'application/json'})).toBeUndefined();
	expect(field({contentMediaType: 'application/problem+json'})).toBeUndefined();
	expect(field({contentMediaType: 'text/markdown'})).toBeUndefined();
});
