import {spawn} from 'node:child_process';
import {ApiError} from '../errors/api-error.ts';

const args = ['secret', 'set', 'SVC_API_KEY'];
const command = `gh ${args.join(' ')}`;

type Options = {
	/** The API key. It goes to standard input, where no other process can read it. */
	key: string;
	/** A directory of the repository. */
	cwd: string;
	env: Record<string, string | undefined>;
	signal: AbortSignal;
};

/**
 * Stores the API key as a secret of a GitHub repository, through GitHub's own client. Rejects with PRECONDITION_FAILED
 * when that client is missing or refuses.
 */
export async function setGithubSecret(options: Options): Promise<void> {
	const {exitCode, errorOutput} = await runClient(options);
	if (exitCode === 0) return;
	const [reason = ''] = errorOutput.replaceAll(options.key, '***').trim().split('\n');
	throw new ApiError('PRECONDITION_FAILED', `${command} failed: ${reason || `exit ${exitCode}`}`, {
		nextAction: `Run ${command} yourself, or set the secret in the settings of the repository.`,
		details: {reason: 'gh_failed', command},
	});
}

type Finished = {exitCode: number | null; errorOutput: string};

const runClient = ({key, cwd, env, signal}: Options): Promise<Finished> =>
	new Promise((resolve, reject) => {
		const child = spawn('gh', args, {cwd, env, signal, stdio: ['pipe', 'ignore', 'pipe']});
		let errorOutput = '';
		child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
			errorOutput = (errorOutput + chunk).slice(0, 4096);
		});
		child.on('error', (error: NodeJS.ErrnoException) => {
			if (signal.aborted) reject(signal.reason);
			else reject(error.code === 'ENOENT' ? clientMissing() : error);
		});
		child.on('close', exitCode => resolve({exitCode, errorOutput}));
		// A client that ends without reading is judged by its exit code.
		child.stdin.on('error', () => undefined).end(key);
	});

const clientMissing = () =>
	new ApiError('PRECONDITION_FAILED', 'The GitHub client gh was not found.', {
		nextAction: `Install it (https://cli.github.com), run gh auth login, then ${command}.`,
		details: {reason: 'gh_missing', command},
	});
