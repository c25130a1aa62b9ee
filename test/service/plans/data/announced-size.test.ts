import {expect, test} from 'vitest';
import {documentOf, planOf, rowOf} from '../shop-plan.ts';

const text = {type: 'string'};

/** The size that a creator with these fields is sent. */
function sizeSent(size: object, beside: object, name = 'size'): unknown {
	const fields = {[name]: size, ...beside};
	const record = {type: 'object', properties: {id: text, ...fields}, required: ['id']};
	const answer = {description: 'it', content: {'application/json': {schema: record}}};
	const body = {type: 'object', properties: fields, required: Object.keys(fields)};
	const document = documentOf({
		'/uploads': {
			post: {requestBody: {content: {'application/json': {schema: body}}}, responses: {201: answer}},
		},
		'/uploads/{uploadId}': {
			parameters: [{name: 'uploadId', in: 'path', required: true, schema: text}],
			get: {responses: {200: answer}},
			delete: {responses: {204: {description: 'gone'}}},
		},
	});
	const [create] = rowOf(planOf(document), 'POST /uploads create').recipe.steps;
	const sent = create?.call.body;
	const value = sent && 'value' in sent && sent.value.is === 'object' ? sent.value.fields[name] : undefined;
	return value?.is === 'literal' ? value.value : undefined;
}

test('the size of a file that is sent later is that of the file which tests send', () => {
	const size = {type: 'integer', minimum: 1, maximum: 1_000_000};
	expect(sizeSent(size, {file_name: text})).toBe(23);
	expect(sizeSent(size, {contentType: text}, 'fileSize')).toBe(23);
	// The example is of another file.
	expect(sizeSent({...size, example: 42}, {file_name: text})).toBe(23);
});

test('a size that is none of a file, or may not be so large, is data as any other', () => {
	const size = {type: 'integer', minimum: 1, maximum: 1_000_000};
	expect(sizeSent(size, {colour: text})).not.toBe(23);
	expect(sizeSent({...size, maximum: 10}, {file_name: text})).toBeLessThanOrEqual(10);
	expect(sizeSent(text, {file_name: text})).not.toBe(23);
});
