import {spawn} from 'node:child_process';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

/** Starts `large-service.mjs` with these arguments; `env` lets a client find it. */
export async function openLargeService(args) {
	const script = fileURLToPath(new URL('large-service.mjs', import.meta.url));
	const service = spawn(process.execPath, [script, ...args], {stdio: ['pipe', 'pipe', 'inherit']});
	const lines = createInterface({input: service.stdout})[Symbol.asyncIterator]();
	const {value: url} = await lines.next();
	return {
		url,
		env: {...process.env, SVC_API_KEY: 'sk-user-bench', SVC_API_URL: url, SVC_HOME: '/nonexistent'},
		/** Something happens in its batch. */
		change: () => service.stdin.write('change\n'),
		/** Requests that came so far. */
		async asked() {
			service.stdin.write('asked\n');
			const {value} = await lines.next();
			return Number(value.split(' ')[1]);
		},
		close: () => service.kill(),
	};
}
