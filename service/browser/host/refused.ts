import type {Refusal} from '../filter-proxy.ts';

/** What the target rule says of a host, as the end of a sentence. */
export const whyRefused = ({host, port, rule}: Refusal): string =>
	rule === 'own_service'
		? `${host}:${port} is this service itself`
		: `${host} is, or leads to, a private or metadata address, which this service does not test`;
