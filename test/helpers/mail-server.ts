import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import PostalMime, {type Email} from 'postal-mime';
import {SMTPServer} from 'smtp-server';
import {onTestFinished} from 'vitest';

export type MailServer = {
	/** `smtp://…` with the user and password it wants. */
	url: string;
	/** Every message as it arrived: whom the envelope names, the source, and what is in it. */
	readonly received: Array<{to: string[]; source: string; mail: Email}>;
	/** How many messages were refused. */
	readonly refused: number;
	/** Refuses the next messages for now. */
	refuse(count: number): void;
	/** Resolves when so many messages have arrived. */
	until(count: number): Promise<void>;
};

/** A real SMTP server on a free port that wants a password; gone when the test ends. */
export async function startMailServer(): Promise<MailServer> {
	const received: MailServer['received'] = [];
	const waiting: Array<{count: number; wake(): void}> = [];
	let refusals = 0;
	let refused = 0;
	const server = new SMTPServer({
		allowInsecureAuth: true,
		disabledCommands: ['STARTTLS'],
		onAuth({username, password}, _session, done) {
			if (username === 'svc' && password === 'p@ss') done(null, {user: username});
			else done(new Error('wrong password'));
		},
		onData(stream, session, done) {
			const parts: Buffer[] = [];
			stream.on('data', (part: Buffer) => parts.push(part));
			stream.on('end', async () => {
				if (refusals > 0) {
					refusals--;
					refused++;
					done(Object.assign(new Error('try again later'), {responseCode: 451}));
					return;
				}
				const source = Buffer.concat(parts).toString('utf8');
				received.push({
					to: session.envelope.rcptTo.map(({address}) => address),
					source,
					mail: await PostalMime.parse(source),
				});
				done();
				for (const {count, wake} of waiting) if (received.length >= count) wake();
			});
		},
	});
	server.on('error', () => undefined);
	const socket = server.listen(0, '127.0.0.1');
	await once(socket, 'listening');
	const {port} = socket.address() as AddressInfo;
	onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())));
	return {
		url: `smtp://svc:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`,
		received,
		get refused() {
			return refused;
		},
		refuse: count => {
			refusals = count;
		},
		until: count =>
			new Promise(resolve => {
				if (received.length >= count) resolve();
				else waiting.push({count, wake: resolve});
			}),
	};
}
