import {expect, it} from 'vitest';
import {loginWord, loginWords} from '../../../source/view-model/environment-words.ts';

it('an environment without a login of its own does not look like a project without a credential', () => {
	expect([loginWord({authMode: 'public'}), loginWord({authMode: 'account'})]).toEqual(['no login', 'account']);
	expect(loginWords({authMode: 'public'})).toContain('calls carry what the project stores');
	expect(loginWords({authMode: 'manual'})).toBe('manual');
});
