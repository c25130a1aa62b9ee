import {expect, it} from 'vitest';
import {isTaken} from '../../../../service/plans/settle/taken-values.ts';

it.each([
	['number has already been taken', true],
	['A vehicle with plate B-FR 1234 already exists', true],
	['Key (email)=(a@b.c) already exists.', true],
	['slug must be unique', true],
	['this name is in use', true],
	['Object with slug=fern does not exist.', false],
	["The customer doesn't exist", false],
	['No such price exists', false],
	['number is too long', false],
])('%j says that another record has a value: %s', (words, isSaid) => {
	expect(isTaken(words)).toBe(isSaid);
});
