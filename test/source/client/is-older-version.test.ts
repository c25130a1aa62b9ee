import {expect, it} from 'vitest';
import {isOlderVersion} from '../../../source/client/is-older-version.ts';

it.each([
	['1.2.3', '1.2.4', true],
	['1.2.3', '1.10.0', true],
	['0.9.9', '1.0.0', true],
	['1.2.3', '1.2.3', false],
	['2.0.0', '1.9.9', false],
	['1.2.3-rc.1', '1.2.3', true],
	['1.2.3', '1.2.3-rc.1', false],
	['1.2.3-rc.2', '1.2.3-rc.10', true],
	['1.2.3-rc.1', '1.2.3-rc.1', false],
	['v1.2.3', '1.2.4+build', true],
	['1.2', '1.2.4', false],
	['1.2.3', 'latest', false],
	['', '', false],
])('%j is older than %j: %s', (version, other, expected) => {
	expect(isOlderVersion(version, other)).toBe(expected);
});
