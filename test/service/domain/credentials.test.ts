import {describe, expect, it} from 'vitest';
import {isCredentialHeader, looksLikeCredential, saysWho} from '../../../service/domain/credentials.ts';

describe('headers that carry a credential', () => {
	it.each([
		['Authorization', true, true, true],
		['X-API-Key', true, true, true],
		['Cookie', true, true, false],
		['X-CSRFToken', true, true, false],
		// Theirs may be told unless the project seals them; a diagnosis takes them for a credential.
		['X-Vault-Token', false, true, false],
		['X-Client-Secret', false, true, false],
		['X-Tenant', false, false, false],
		['Accept', false, false, false],
	])('%s: sealed %j, looks like one %j, says who %j', (name, isSealed, looks, who) => {
		expect(isCredentialHeader(name)).toBe(isSealed);
		expect(looksLikeCredential(name)).toBe(looks);
		expect(saysWho(name)).toBe(who);
	});
});
