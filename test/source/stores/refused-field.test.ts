import {expect, it} from 'vitest';
import {ApiError, refusedFlag} from '../../../source/errors/api-error.ts';
import {refusedField} from '../../../source/stores/refused-field.ts';

it.each([
	[
		'the service refused',
		new ApiError('VALIDATION_ERROR', 'Field `handles[0].pointer` is invalid: must begin with $.', {
			details: {field: 'handles[0].pointer', reason: 'format'},
		}),
		{name: 'pointer', why: 'must begin with $.'},
	],
	[
		'this side could not read',
		refusedFlag('file', {reason: 'unreadable', text: 'a.py cannot be read (no such file)'}),
		{name: 'file', why: 'a.py cannot be read (no such file).'},
	],
	[
		'is missing for the service',
		new ApiError('VALIDATION_ERROR', 'Field `name` is required.', {details: {field: 'name', reason: 'required'}}),
		{name: 'name', why: 'is required.'},
	],
	[
		'is missing on this side',
		refusedFlag('file', {reason: 'required', text: 'is required'}),
		{name: 'file', why: 'is required.'},
	],
	['is not about a field', new ApiError('CONFLICT', 'It has changed.'), null],
])('what %s', (_, error, told) => {
	expect(refusedField(error)).toEqual(told);
});
