/** Style of the report page: no fonts, scripts or pictures from elsewhere; light and dark; phone to desktop. */
export const reportStyle = `
:root { color-scheme: light dark; --line: #d5d9de; --quiet: #5a6572; --good: #17693a; --bad: #a3271e; --bar: #2f6fb3; --back: #fff; --text: #17202a; }
@media (prefers-color-scheme: dark) { :root { --line: #39424d; --quiet: #9aa7b5; --good: #63c58b; --bad: #f08a80; --bar: #6aa9e9; --back: #14181d; --text: #e4e9ee; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; border-top: 2px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; } p { margin: .4rem 0; max-width: 46rem; }
.quiet, small { color: var(--quiet); } small { font-size: .8rem; white-space: nowrap; }
.wide { overflow-x: auto; margin: .5rem 0; } table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--quiet); font-weight: 600; white-space: nowrap; } tbody th { font-weight: 600; white-space: nowrap; }
td small { display: block; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
details { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .8rem; margin: .5rem 0; }
summary small { white-space: normal; } summary { cursor: pointer; overflow-wrap: anywhere; } details[open] > summary { margin-bottom: .4rem; }
ol, ul { margin: .3rem 0; padding-left: 1.4rem; } li { margin: .35rem 0; overflow-wrap: anywhere; }
.wanted { border-left: 3px solid var(--good); padding-left: .6rem; margin: .4rem 0; overflow-wrap: anywhere; }
nav a { margin-right: 1rem; } a { color: var(--bar); } svg text { fill: var(--text); font: 13px system-ui, sans-serif; }
`;
