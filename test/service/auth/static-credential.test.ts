import {expect, it} from 'vitest';
import {sealCredential, secretsIn, staticCredentials} from '../../../service/auth/static-credential.ts';
import {createSecretBox} from '../../../service/auth/secret-box.ts';

it.each<[string, string[]]>([
	['sk_live_1234', ['sk_live_1234']],
	['Token abcdef.ghijkl', ['Token abcdef.ghijkl', 'abcdef.ghijkl']],
	['sid=s3cr3t-s3cr3t; theme=dark', ['sid=s3cr3t-s3cr3t; theme=dark', 's3cr3t-s3cr3t']],
	['pa55', ['pa55']],
	['YWRhOm9wZW4tc2VzYW1l==', ['YWRhOm9wZW4tc2VzYW1l==']],
])('what in %j is a secret by itself is masked as well', (credential, secrets) => {
	expect(secretsIn(credential)).toEqual(secrets);
});

it('a run masks the token behind the word that its header sends', () => {
	const box = createSecretBox(Buffer.alloc(32, 7));
	const credential = sealCredential(box, 'prj_1', 'Token abcdef.ghijkl');
	const {auth, secrets} = staticCredentials(box, 'prj_1', {
		auth_type: 'API key',
		header_name: 'Authorization',
		credential,
	});
	expect(auth.headers).toEqual({Authorization: 'Token abcdef.ghijkl'});
	expect(secrets).toContain('abcdef.ghijkl');
});
