import {describe, expect, it, onTestFinished} from 'vitest';
import {createSecretBox} from '../../../service/auth/secret-box.ts';
import {unreadableSecrets} from '../../../service/auth/unreadable-secrets.ts';
import {hasSealed} from '../../../service/store/captures/has-sealed.ts';
import {putCredential} from '../../../contract/routes/authentication.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {startHttp} from '../../http/start-http.ts';

const key = new Uint8Array(32).fill(5);

describe('what only the key of the service can read', () => {
	it('is nothing in a new store', async () => {
		const http = await startHttp({secretsKey: key});
		onTestFinished(() => http.close());
		expect(await hasSealed(http.database)).toBe(false);
	});

	it('is the credential of one family alone', async () => {
		const http = await startHttp({secretsKey: key});
		onTestFinished(() => http.close());
		const {body: one} = await http.call(createProject, {
			body: {type: 'backend', name: 'One', targetUrl: 'http://127.0.0.1:9'},
		});
		await http.call(putCredential, {
			params: {projectId: one.id},
			body: {authType: 'Bearer token', credential: 'of-the-users-family', family: '/users'},
		});
		expect(await hasSealed(http.database)).toBe(true);
		expect(await unreadableSecrets(http.database, createSecretBox(key))).toBe(0);
		expect(await unreadableSecrets(http.database, createSecretBox(new Uint8Array(32).fill(6)))).toBe(1);
	});
});
