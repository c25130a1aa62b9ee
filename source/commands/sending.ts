import type {Sending} from '../client/send-document.ts';
import type {Context} from '../context.ts';

/** What sending the bytes of a document needs. */
export const sendingOf = ({connection, env, requestTimeoutMs, signal, clock}: Context): Sending => {
	const {value} = connection().endpoint;
	return {
		endpointUrl: value === 'local' ? 'http://127.0.0.1' : value,
		env,
		timeoutMs: requestTimeoutMs,
		signal,
		sleep: clock.sleep,
	};
};
