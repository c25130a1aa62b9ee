import {expect, it} from 'vitest';
import {changedNames, usualNames} from '../../contract/masked-fields.ts';

const none = {add: [], remove: []};

it('a name is added once, whatever its case and separators, and a usual one need not be', () => {
	expect(changedNames(none, {add: ['taxNumber', 'tax_number', 'password'], remove: []})).toEqual({
		add: ['taxNumber'],
		remove: [],
	});
});

it('an added name that is taken away is forgotten, and a usual one is not masked any more', () => {
	expect(changedNames({add: ['iban'], remove: []}, {add: [], remove: ['IBAN', 'pin']})).toEqual({
		add: [],
		remove: ['pin'],
	});
	expect(usualNames(['PIN'])).not.toContain('pin');
});

it('a usual name that is added again is masked as for everybody', () => {
	expect(changedNames({add: [], remove: ['api_key']}, {add: ['apiKey'], remove: []})).toEqual(none);
});
