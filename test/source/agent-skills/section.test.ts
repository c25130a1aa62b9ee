import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {
	findSection,
	fromByteString,
	sectionState,
	toByteString,
	withSection,
} from '../../../source/agent-skills/section.ts';
import type {SkillName} from '../../../contract/agent-skill.ts';

const begin = '<!-- BEGIN SVC AGENT SECTION (svc agent install codex) -->';
const end = '<!-- END SVC AGENT SECTION -->';
const both: SkillName[] = ['svc-verify', 'svc-onboard'];

const install = (content: string, names = both, version = '1.0.0') => {
	const section = findSection(content);
	if (section.kind === 'corrupt') throw new Error('corrupt');
	return withSection(content, section, names, version);
};
const stateOf = (content: string) => {
	const section = findSection(content);
	return section.kind === 'found' ? sectionState(section.inner).state : section.kind;
};

describe('the section of AGENTS.md', () => {
	it.each([
		['an empty file', '', ''],
		['a text', '# Rules\n', '# Rules\n\n'],
		['a text without final newline', '# Rules', '# Rules\n\n'],
		['a text that ends with a blank line', '# Rules\n\n', '# Rules\n\n'],
		['a text with CRLF', '# Rules\r\n\r\n', '# Rules\r\n\r\n'],
	])('is appended to %s after one blank line', (_, content, before) => {
		const installed = install(content);
		expect(installed.startsWith(`${before}${begin}\n<!-- svc-skill: svc-verify+svc-onboard v1.0.0 sha256:`)).toBe(true);
		expect(installed.endsWith(`\n${end}\n`)).toBe(true);
		expect(stateOf(installed)).toBe('ok');
	});

	it('keeps every byte before and after it', () => {
		fc.assert(
			fc.property(fc.uint8Array(), fc.uint8Array(), (head, tail) => {
				const before = `${toByteString(head)}\n`;
				const after = `\n${toByteString(tail)}`;
				const changed = fromByteString(install(`${before}${begin}  \nold\n${end} \t\r${after}`));
				expect(changed.subarray(0, before.length)).toEqual(fromByteString(before));
				expect(changed.subarray(-after.length - 3)).toEqual(fromByteString(` \t\r${after}`));
			}),
		);
	});

	it('is the same after installing it twice', () => {
		const once = install('# Rules\r\nLast line');
		expect(install(once)).toBe(once);
	});

	it.each([
		['only BEGIN', `${begin}\n`],
		['only END', `${end}\n`],
		['END before BEGIN', `${end}\n${begin}\n`],
		['two BEGIN', `${begin}\n${begin}\n${end}\n`],
		['two sections', `${begin}\n${end}\n${begin}\n${end}\n`],
	])('is corrupt with %s', (_, content) => {
		expect(findSection(content)).toEqual({kind: 'corrupt'});
	});

	it('is not seen where a sentinel is part of a line', () => {
		expect(findSection(`see ${begin}\nand ${end}.\n`)).toEqual({kind: 'none'});
	});

	it('is found with trailing blanks, CRLF and without final newline', () => {
		for (const content of [`${begin} \t\nx\n${end}  `, `a\r\n${begin}\r\nx\r\n${end}\r\n`, `${begin}\n${end}`])
			expect(findSection(content).kind).toBe('found');
	});

	it('is unmarked, stale, modified or ok, in this order', () => {
		const installed = install('');
		expect(stateOf(`${begin}\ntext\n${end}\n`)).toBe('unmarked');
		expect(stateOf(installed.replace(/sha256:\w{12}/, 'sha256:000000000000'))).toBe('stale');
		expect(stateOf(installed.replace('# Verify', '# verify'))).toBe('modified');
		expect(stateOf(installed.replace('v1.0.0', 'v0.9.0'))).toBe('ok');
		expect(stateOf(`caf\u00e9\n${installed}\nmore`)).toBe('ok');
	});

	it('of one skill is compared with that skill', () => {
		expect(stateOf(install('', ['svc-onboard']))).toBe('ok');
		expect(install('', ['svc-onboard'])).not.toContain('# Verify');
	});
});
