import type {BodyInput, Params, QueryInput, ResponseOf, Route} from '../route.ts';

/** What a sample may echo: the input of the call it answers. */
export type SampleInput<R extends Route> = {params?: Params<R>; query?: QueryInput<R>; body?: BodyInput<R>};

/** The answer of a route without a service: fixed ids and times, echoing what the input alone determines. */
export type Sample<R extends Route> = (input: SampleInput<R>) => ResponseOf<R>;

/** Samples of the routes of one module, by the name of the route's export. */
export type Samples<Routes extends Record<string, Route>> = {[Name in keyof Routes]: Sample<Routes[Name]>};
