import {expect, it} from 'vitest';
import {jsonLine, jsonText} from '../../../source/output/json.ts';

it.each(['\u0000', '\u001b[2J', '\u007f', '\u009b31m', '\u202ereversed\u202c', '\u2066isolated\u2069'])(
	'%j is written without a control character and read back as it was',
	text => {
		for (const write of [jsonText, jsonLine]) {
			const document = write({[text]: text});
			expect(document).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
			expect(JSON.parse(document)).toEqual({[text]: text});
		}
	},
);
