import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {readConfig} from '../../../source/credentials/config-file.ts';
import {temporaryDirectory} from '../process/bundle-script.ts';

const configured = (text: string) => {
	const path = join(temporaryDirectory(), 'config');
	writeFileSync(path, text);
	return path;
};

it.each([
	['', {}],
	['# output = json\n', {}],
	['output = json', {output: 'json'}],
	['\uFEFFoutput=text\r\ncolour = pink\r\nno pair\r\n', {output: 'text'}],
	['output = text\noutput = json', {output: 'json'}],
	['output =', {}],
])('%j', (text, expected) => {
	expect(readConfig(configured(text))).toEqual(expected);
});

it('a missing file is no settings', () => {
	expect(readConfig(join(temporaryDirectory(), 'config'))).toEqual({});
});

it.each(['output = yaml', 'output = JSON'])('%j is refused and the file is named', text => {
	const path = configured(text);
	expect(() => readConfig(path)).toThrow(
		expect.objectContaining({exitCode: 5, nextAction: expect.stringContaining(path)}),
	);
});

it('a directory in its place is refused', () => {
	const path = join(temporaryDirectory(), 'config');
	mkdirSync(path);
	expect(() => readConfig(path)).toThrow(expect.objectContaining({exitCode: 5}));
});
